/** Version of the records in the table. A change of the code that makes stored records unreadable raises it. */
export const RECORDS_VERSION = 2;
