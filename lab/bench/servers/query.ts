import pg from 'pg';

/** Runs one statement on a new connection. @returns the first row */
export async function queryOne<Row extends pg.QueryResultRow>(
  databaseUrl: string,
  statement: string,
): Promise<Row> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<Row>(statement);
    const [row] = rows;
    if (row === undefined) throw new TypeError('The statement gives no row');
    return row;
  } finally {
    await client.end();
  }
}

/** Runs one statement on a new connection. */
export async function runStatement(databaseUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
