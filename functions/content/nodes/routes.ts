// Pages and other content of a store, as a tree.

import { del, get, post, put, routes } from "#core/http/contract.ts";
import { Deleted } from "#core/http/page.ts";
import { workers } from "#core/queue/contract.ts";
import { NODE } from "#lib/content/nodes/errors.ts";
import { LiftChildren, UnfileNodes } from "#lib/content/nodes/messages.ts";
import {
  ChildrenQuery,
  CreateNode,
  NodeLookup,
  NodePage,
  NodeQuery,
  NodeView,
  UpdateNode,
} from "#lib/content/nodes/schema.ts";

const HYDRATE_TEXT =
  "`hydrate=true` replaces references with their records: three levels deep, at most a hundred, and at most 4.5 MB. Beyond these limits, and for deleted or hidden records, the reference stays a string.";
const WRITE_ERRORS = [NODE.KEY_TAKEN, NODE.SLUG_TAKEN, NODE.PARENT_NOT_FOUND, NODE.TOO_DEEP];

export const nodes = routes("content/nodes", "/v1/stores/{storeId}/nodes", {
  createNode: post("", {
    summary: "Create a node",
    needs: "WRITE",
    body: CreateNode,
    returns: NodeView,
    status: 201,
    errors: WRITE_ERRORS,
    emits: ["node.created"],
  }),
  listNodes: get("", {
    summary: "Nodes of a store",
    description: `\`parent_id=null\` lists those without a parent. \`taxonomies\` takes ids, or JSON with field values, all of which must hold. ${HYDRATE_TEXT}`,
    needs: "public",
    also: ["/v1/storefront/{storeId}/nodes"],
    query: NodeQuery,
    returns: NodePage,
  }),
  getNode: get("/{nodeId}", {
    summary: "One node, by id, by key or by slug",
    description: HYDRATE_TEXT,
    needs: "public",
    also: ["/v1/storefront/{storeId}/nodes/{nodeId}"],
    query: NodeLookup,
    returns: NodeView,
  }),
  listNodeChildren: get("/{nodeId}/children", {
    summary: "The direct children of a node",
    needs: "public",
    also: ["/v1/storefront/{storeId}/nodes/{nodeId}/children"],
    query: ChildrenQuery,
    returns: NodePage,
  }),
  updateNode: put("/{nodeId}", {
    summary: "Change or move a node",
    needs: "WRITE",
    body: UpdateNode,
    returns: NodeView,
    errors: [...WRITE_ERRORS, NODE.CYCLE],
    emits: ["node.updated"],
  }),
  deleteNode: del("/{nodeId}", {
    summary: "Delete a node; its children move up to its parent",
    needs: "WRITE",
    returns: Deleted,
    emits: ["node.deleted"],
  }),
});

export const nodeWorkers = workers("content/nodes", {
  unfileNodes: {
    summary: "Removes a deleted taxonomy from nodes",
    trigger: { kind: "queue", message: UnfileNodes, batchSize: 1 },
    on: ["taxonomy.deleted"],
    emits: ["node.updated"],
    timeout: 60,
  },
  liftChildren: {
    summary: "Moves the children of a deleted node up to its parent",
    trigger: { kind: "queue", message: LiftChildren, batchSize: 1 },
    on: ["node.deleted"],
    emits: ["node.updated"],
    timeout: 60,
  },
});
