-- By default everyone may connect to every database. Afterwards only its owner may, and superusers.
-- Run by a superuser, after databases were made.
do $$
declare
  database text;
begin
  for database in select datname from pg_database where datallowconn loop
    execute format('revoke all on database %I from public', database);
  end loop;
end
$$;
