-- SQLite has no autovacuum of this kind.

-- +goose Up

SELECT 1;
