import type { APIGatewayProxyEventV2 } from "aws-lambda";

export const handler = async (event: APIGatewayProxyEventV2) => ({
  statusCode: 201,
  headers: { "Content-Type": "application/json" },
  cookies: ["a=1; Path=/", "b=2"],
  body: JSON.stringify(event),
});
