// Run by npx with the Node that it fetched: tells where that Node is, and the search path on which pnpm is.
process.stdout.write(
  JSON.stringify({ node: process.execPath, version: process.versions.node, path: process.env.PATH }),
);
