// Locations: where a store keeps its goods, and where buyers pick them up.

import { GENERAL } from "#core/errors.ts";
import { del, get, post, put, routes } from "#core/http/contract.ts";
import { Deleted } from "#core/http/page.ts";
import { LOCATION } from "#lib/commerce/locations/errors.ts";
import { CreateLocation, Location, LocationList, UpdateLocation } from "#lib/commerce/locations/schema.ts";

export const locations = routes("commerce/locations", "/v1/stores/{storeId}/locations", {
  createLocation: post("", {
    summary: "Create a location, which has stock or is a pickup point",
    needs: "WRITE",
    body: CreateLocation,
    returns: Location,
    status: 201,
    errors: [LOCATION.KEY_TAKEN, LOCATION.TOO_MANY],
    emits: ["location.created"],
    extension: true,
  }),
  listLocations: get("", {
    summary: "Locations of a store",
    description:
      "A new store has one, with the key `default`. Callers without READ see pickup locations alone.",
    needs: "public",
    also: ["/v1/storefront/{storeId}/locations"],
    returns: LocationList,
    extension: true,
  }),
  getLocation: get("/{locationId}", {
    summary: "One location, by id or key",
    needs: "public",
    also: ["/v1/storefront/{storeId}/locations/{locationId}"],
    returns: Location,
    errors: [GENERAL.NOT_FOUND],
    extension: true,
  }),
  updateLocation: put("/{locationId}", {
    summary: "Change a location",
    needs: "WRITE",
    body: UpdateLocation,
    returns: Location,
    errors: [LOCATION.KEY_TAKEN, GENERAL.NOT_FOUND],
    emits: ["location.updated"],
    extension: true,
  }),
  deleteLocation: del("/{locationId}", {
    summary: "Delete a location that holds no stock",
    needs: "WRITE",
    returns: Deleted,
    errors: [LOCATION.LAST, LOCATION.HOLDS_STOCK, LOCATION.LAST_LEVEL, GENERAL.NOT_FOUND],
    emits: ["location.deleted"],
    extension: true,
  }),
});
