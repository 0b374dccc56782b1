"use strict";
// Old syntax on purpose: this file must run on the Node versions that it rejects.
const fs = require("node:fs");
const path = require("node:path");

const NEEDED = 24;
const root = path.join(__dirname, "..");

if (!fs.existsSync(path.join(root, "node_modules"))) stop("The dependencies are not installed. Run: npm ci");
if (Number(process.versions.node.split(".")[0]) < NEEDED) {
  stop(
    `This needs Node ${NEEDED}, and this is Node ${process.versions.node}. ` +
      (process.env.npm_lifecycle_event
        ? "The install scripts that bring Node along did not run. Run: npm rebuild node"
        : "Use npm, which brings it along: npm start"),
  );
}

// The CDK's version is pinned, so a notice of a newer one is noise.
if (!process.env.CDK_DISABLE_VERSION_CHECK) process.env.CDK_DISABLE_VERSION_CHECK = "true";

function stop(/** @type {string} */ line) {
  console.error(line);
  process.exit(1);
}
