/** Paths of this area's screens, to which other areas link. */
export const SERVICES = "settings/services";
export const PROVIDERS = "settings/providers";
export const WORKING_HOURS = "settings/working-hours";
export const NEW_SERVICE = "settings/services/new";
