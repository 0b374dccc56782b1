import type { APIGatewayProxyEventV2 } from "aws-lambda";

export const handler = async (event: APIGatewayProxyEventV2) => ({
  statusCode: 200,
  headers: { "content-type": "application/json", "x-request-id": "its-own" },
  body: JSON.stringify({ slot: event.pathParameters }),
});
