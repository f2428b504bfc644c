#!/bin/sh
# Makes the content of the images: `sh make-content.sh SOURCE TARGET`. SOURCE is this repository. TARGET gets a folder for
# each image, with the content of the image's /app. The Dockerfile and the test of the images (lab/images) run this script.
# It needs Node 24, and pnpm or npm.
set -eu
source=$1
target=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The sources, without build output and secrets of this machine.
tar -C "$source" --exclude=node_modules --exclude=dist --exclude=.turbo --exclude=.env -cf "$work/source.tar" \
  apps docs/cases instances packages patches package.json pnpm-lock.yaml pnpm-workspace.yaml tsconfig.base.json
tar -C "$work" -xf "$work/source.tar"

cd "$work"
command -v pnpm > /dev/null || npm install --global "$(node -p 'require("./package.json").packageManager')"
pnpm install --frozen-lockfile --filter "./apps/*" --filter "./packages/*"
pnpm --filter "./apps/*" run build

# The bundles contain all libraries, so images need no node_modules.
take() { # IMAGE APP FOLDER...
  image=$1 app=$2
  shift 2
  mkdir -p "$target/$image/apps/$app"
  for folder; do cp -R "apps/$app/$folder" "$target/$image/apps/$app/"; done
}
take bff bff dist package.json
take bff web dist
take bff console dist
take upstream upstream dist content
take sandbox sandbox dist
cp -R instances "$target/bff/instances"
for image in bff upstream sandbox; do
  cp -R "$source/deploy/image/common/." "$source/deploy/image/$image/." \
    "$source/THIRD-PARTY-NOTICES.md" "$target/$image/"
done
