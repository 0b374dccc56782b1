import type { APIGatewayProxyEventV2 } from "aws-lambda";

// An answer without a status is the body, as payload format 2.0 has it.
export const handler = async (event: APIGatewayProxyEventV2) => event.pathParameters;
