// Run by npx with the fetched Node: prints its path, and the PATH with pnpm.
process.stdout.write(
  JSON.stringify({ node: process.execPath, version: process.versions.node, path: process.env.PATH }),
);
