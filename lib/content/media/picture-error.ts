/** Why a picture cannot be read or made, for whoever sent it. */
export class PictureError extends Error {}
