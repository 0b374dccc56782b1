import type { APIGatewayProxyEventV2 } from "aws-lambda";

// In payload format 2.0, an answer without a status is the body.
export const handler = async (event: APIGatewayProxyEventV2) => event.pathParameters;
