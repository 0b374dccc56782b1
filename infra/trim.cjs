"use strict";
// Old syntax on purpose: npm runs this on the Node that is there, before the one that the install brings.
const fs = require("node:fs");
const path = require("node:path");

// The package of Node has C++ headers, 67 MB that nothing here is compiled with.
const brought = path.join(__dirname, "..", "node_modules", "node", "node_modules");
const packages = fs.existsSync(brought) ? fs.readdirSync(brought) : [];
for (const name of packages.filter((each) => each.startsWith("node-"))) {
  fs.rmSync(path.join(brought, name, "include"), { recursive: true, force: true });
}
