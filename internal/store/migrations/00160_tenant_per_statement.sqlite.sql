-- SQLite has no row-level security.

-- +goose Up

SELECT 1;
