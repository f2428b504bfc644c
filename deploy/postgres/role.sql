-- Creates the role of one server, or sets its password. It may only log in. Run in any database by a superuser; idempotent.
-- In: the settings provision.role and provision.password.
do $$
declare
  role text := current_setting('provision.role');
  password text := current_setting('provision.password');
begin
  if not exists (select from pg_roles where rolname = role) then
    execute format('create role %I', role);
  end if;
  execute format(
    'alter role %I login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password %L', role, password);
end
$$;
