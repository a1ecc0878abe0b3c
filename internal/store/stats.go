package store

import "axioma/internal/database"

// Stats is how the database is being used, as far as this program knows.
type Stats = database.Stats

// BulkheadUse is how full a bulkhead is.
type BulkheadUse = database.BulkheadStats

// Connections are those to PostgreSQL, or those that read SQLite's file.
type Connections = database.Connections

// Distribution is how often something was how large.
type Distribution = database.Histogram
