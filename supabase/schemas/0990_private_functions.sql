-- PostgreSQL lets everybody execute a new function. Those of `private` belong to policies, triggers and jobs: the files above
-- grant each by name to the roles that need it, and everybody else loses it here.

revoke execute on all functions in schema private from public;
