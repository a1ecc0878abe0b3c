package database

import (
	"context"
	"fmt"

	lru "github.com/hashicorp/golang-lru/v2"
)

// Cache is an LRU cache of SQLite rows. A value is valid while its generation is current. A nil Cache is always empty.
type Cache[K comparable, V any] struct {
	generations *Generations
	entries     *lru.Cache[K, entry[V]]
}

type entry[V any] struct {
	value      V
	generation int64
}

// cacheSize is the number of rows. It is enough for the sessions of a day and all tenants, and takes a few megabytes.
const cacheSize = 2048

// NewCache returns an empty cache.
func NewCache[K comparable, V any](generations *Generations) (*Cache[K, V], error) {
	entries, err := lru.New[K, entry[V]](cacheSize)
	if err != nil {
		return nil, fmt.Errorf("creating a cache: %w", err)
	}
	return &Cache[K, V]{generations: generations, entries: entries}, nil
}

// Get returns a value of the current generation. It returns none once ctx has ended.
func (c *Cache[K, V]) Get(ctx context.Context, key K, generation int64) (value V, ok bool) {
	if c == nil || ctx.Err() != nil || !c.generations.isValid(generation) {
		return value, false
	}
	cached, ok := c.entries.Get(key)
	return cached.value, ok && cached.generation == generation
}

// Put stores a value. generation must be from before the read.
func (c *Cache[K, V]) Put(key K, value V, generation int64) {
	if c != nil && generation != NoGeneration {
		c.entries.Add(key, entry[V]{value, generation})
	}
}
