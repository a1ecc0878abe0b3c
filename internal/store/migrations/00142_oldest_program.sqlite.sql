-- One process serves a SQLite folder, so no older program runs beside it.

-- +goose Up

SELECT 1;
