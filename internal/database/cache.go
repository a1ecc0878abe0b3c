package database

import (
	"context"
	"fmt"

	lru "github.com/hashicorp/golang-lru/v2"
)

// Cache is an LRU cache of SQLite rows, valid while their generation is current. A nil Cache is always empty.
type Cache[K comparable, V any] struct {
	generations *Generations
	entries     *lru.Cache[K, entry[V]]
}

type entry[V any] struct {
	value      V
	generation int64
}

// cacheSize is in rows: enough for a day's sessions and all tenants in a few megabytes.
const cacheSize = 2048

// NewCache returns an empty cache.
func NewCache[K comparable, V any](generations *Generations) (*Cache[K, V], error) {
	entries, err := lru.New[K, entry[V]](cacheSize)
	if err != nil {
		return nil, fmt.Errorf("creating a cache: %w", err)
	}
	return &Cache[K, V]{generations: generations, entries: entries}, nil
}

// Get returns a value if its generation is current and ctx has not ended.
func (c *Cache[K, V]) Get(ctx context.Context, key K, generation int64) (value V, ok bool) {
	if c == nil || ctx.Err() != nil || !c.generations.isValid(generation) {
		return value, false
	}
	cacheEntry, ok := c.entries.Get(key)
	return cacheEntry.value, ok && cacheEntry.generation == generation
}

// Put stores a value. generation must be from before the read.
func (c *Cache[K, V]) Put(key K, value V, generation int64) {
	if c != nil && generation != NoGeneration {
		c.entries.Add(key, entry[V]{value, generation})
	}
}
