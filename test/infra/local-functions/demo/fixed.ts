export const handler = async () => ({
  statusCode: 200,
  headers: { "content-type": "application/octet-stream" },
  body: Buffer.from([0, 255, 1]).toString("base64"),
  isBase64Encoded: true,
});
