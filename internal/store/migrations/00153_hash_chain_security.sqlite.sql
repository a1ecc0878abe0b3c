-- PostgreSQL alone has row-level security.

-- +goose Up

SELECT 1;
