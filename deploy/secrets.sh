#!/bin/sh
# Makes the secret files for compose.production.yml: generated secrets, empty files to fill in, and the database URLs.
# Overwrites a secret only with a value from .env, and writes the database URLs at each run. Run it again after you change a
# password.
set -eu
cd "$(dirname "$0")/.."
mkdir -p secrets
# Only the owner (root) can open the folder. The files in it are readable for all, because containers run as other users.
chmod 700 secrets
umask 022

# $1 the name of a setting; prints its value in .env
setting() { sed -n "s/^$1=//p" .env 2> /dev/null | sed "s/^'\\(.*\\)'\$/\\1/" | tail -n 1; }
random() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }

for name in postgres_password bff_owner_password bff_database_password bff_console_password \
  upstream_database_password console_secret razorpay_webhook_secret; do
  [ -s "secrets/$name" ] || random > "secrets/$name"
done
# `ops setup` writes secrets to .env. The BFF refuses a setting that is in the environment and in a file, so they move.
for name in console_secret razorpay_key_secret razorpay_webhook_secret zoho_client_secret zoho_refresh_token smtp_url; do
  upper="$(echo "$name" | tr '[:lower:]' '[:upper:]')"
  value="$(setting "$upper")"
  [ -n "$value" ] || continue
  printf '%s' "$value" > "secrets/$name"
  sed -i "/^$upper=/d" .env
done
for name in razorpay_key_secret zoho_client_secret zoho_refresh_token smtp_url rclone_config; do
  [ -e "secrets/$name" ] || : > "secrets/$name"
done

# `ops setup` asks for URLs; Compose and Caddy need the host names.
for pair in SITE_DOMAIN=PUBLIC_URL CONSOLE_DOMAIN=CONSOLE_URL; do
  name="${pair%%=*}"
  host="$(setting "${pair#*=}" | sed 's#^https*://##; s#[:/].*##')"
  [ -n "$host" ] || continue
  if grep -q "^$name=" .env; then sed -i "s/^$name=.*/$name=$host/" .env; else echo "$name=$host" >> .env; fi
  sed -i "/^${pair#*=}=/d" .env
done

# $1 the file, $2 the role, $3 the file of its password, $4 the database
address() { printf 'postgresql://%s:%s@postgres:5432/%s' "$2" "$(cat "secrets/$3")" "$4" > "secrets/$1"; }
address database_owner_url bff_owner bff_owner_password bff
address database_url bff bff_database_password bff
address database_console_url bff_console bff_console_password bff
address upstream_database_url upstream upstream_database_password upstream

for file in secrets/*; do
  [ -s "$file" ] || echo "to fill in: $file"
done
for name in MERIDIAN_REGISTRY SITE_DOMAIN CONSOLE_DOMAIN ACME_EMAIL; do
  [ -n "$(setting "$name")" ] || echo "to fill in: $name in .env"
done
