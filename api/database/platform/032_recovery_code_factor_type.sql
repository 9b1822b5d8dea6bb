-- Alone in its file: a value of an enumeration can be used only after the transaction that added it.
alter type auth.factor_type add value if not exists 'recovery_code';
