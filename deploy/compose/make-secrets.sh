#!/bin/sh
# Makes the secrets of compose.yaml, once: what is there already stays.
set -eu
cd "$(dirname "$0")"
mkdir -p secrets
# Containers read the files as another user; the folder keeps everybody else of this machine out.
chmod 700 secrets
umask 022

random() { od -An -N"$1" -tx1 /dev/urandom | tr -d ' \n'; }
keep() {
  [ -e "secrets/$1" ] || printf '%s' "$2" > "secrets/$1"
  chmod 444 "secrets/$1"
}

keep postgres_password "$(random 24)"
keep database_url "postgres://okolo:$(cat secrets/postgres_password)@postgres:5432/okolo"
keep redis_password "$(random 24)"
keep redis_url "redis://:$(cat secrets/redis_password)@redis:6379"
keep redis_config "requirepass $(cat secrets/redis_password)"
keep secrets_key "$(random 32)"
keep s3_access_key "okolo-$(random 8)"
keep s3_secret_key "$(random 32)"
keep s3_config "{\"identities\":[{\"name\":\"okolo\",\"credentials\":[{\"accessKey\":\"$(cat secrets/s3_access_key)\",\"secretKey\":\"$(cat secrets/s3_secret_key)\"}],\"actions\":[\"Admin\",\"Read\",\"Write\",\"List\",\"Tagging\"]}]}"
keep media_secret "$(random 32)"
keep metrics_token "$(random 32)"
keep admin_password "$(random 12)"
# Filled in by hand where letters are real.
[ -e secrets/smtp_url ] || : > secrets/smtp_url
chmod 644 secrets/smtp_url

echo "The password of the first administrator (login: admin) stands in secrets/admin_password."
