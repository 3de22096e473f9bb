#!/bin/sh
# Makes an authority for the services inside, once, and a certificate of it for one machine or service, anew each time:
#   sh make-certificates.sh FOLDER NAME [OTHER-NAME-OR-ADDRESS …]
# FOLDER/internal-ca.pem is what INTERNAL_CA_FILE and the proxies read. Keep internal-ca.key away from the nodes.
set -eu
umask 077
folder=$1
name=$2
shift
mkdir -p "$folder"
cd "$folder"

curve="-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"
if [ ! -e internal-ca.key ]; then
  openssl req -x509 $curve -days 3650 -subj "/CN=Okolo inside" -keyout internal-ca.key -out internal-ca.pem \
    -addext basicConstraints=critical,CA:TRUE,pathlen:0 -addext keyUsage=critical,keyCertSign
fi

names=
for one in "$@"; do
  case $one in
    *[!0-9.]*) kind=DNS ;;
    *) kind=IP ;;
  esac
  names="$names${names:+,}$kind:$one"
done
openssl req $curve -subj "/CN=$name" -keyout "$name.key" -out "$name.csr"
printf 'subjectAltName=%s\nextendedKeyUsage=serverAuth\n' "$names" > "$name.ext"
openssl x509 -req -in "$name.csr" -CA internal-ca.pem -CAkey internal-ca.key -CAcreateserial -extfile "$name.ext" -days 397 -out "$name.pem"
rm "$name.csr" "$name.ext"
chmod 644 internal-ca.pem "$name.pem"
