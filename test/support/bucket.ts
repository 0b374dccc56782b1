import { ListObjectsV2Command, S3Client } from "@aws-sdk/client-s3";

let client: S3Client | undefined;

/** Keys in both buckets that contain a text. */
export async function keysWith(text: string): Promise<string[]> {
  client ??= new S3Client({});
  const keys: string[] = [];
  for (const Bucket of [process.env.MEDIA_BUCKET, process.env.VARIANTS_BUCKET]) {
    let after: string | undefined;
    do {
      const page = await client.send(new ListObjectsV2Command({ Bucket, ContinuationToken: after }));
      keys.push(...(page.Contents ?? []).flatMap(({ Key }) => Key ?? []));
      after = page.NextContinuationToken;
    } while (after);
  }
  return keys.filter((key) => key.includes(text));
}
