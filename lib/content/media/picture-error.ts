/** Why a picture cannot be read or made; the message is for the caller. */
export class PictureError extends Error {}
