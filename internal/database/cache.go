package database

import (
	"context"
	"fmt"

	lru "github.com/hashicorp/golang-lru/v2"
)

// Cache is an LRU cache of what was read from SQLite. A value is valid in the generation
// before which it was read. A nil Cache keeps nothing.
type Cache[K comparable, V any] struct {
	generations *Generations
	entries     *lru.Cache[K, entry[V]]
}

// entry is a value with the generation that it belongs to.
type entry[V any] struct {
	value      V
	generation int64
}

// cacheSize is how many values a cache keeps: the sessions that ask in a day, and more
// tenants than there are, in some megabytes.
const cacheSize = 2048

// NewCache returns an empty cache.
func NewCache[K comparable, V any](generations *Generations) (*Cache[K, V], error) {
	entries, err := lru.New[K, entry[V]](cacheSize)
	if err != nil {
		return nil, fmt.Errorf("making a cache: %w", err)
	}
	return &Cache[K, V]{generations: generations, entries: entries}, nil
}

// Get returns the value of a key, if it belongs to a generation and that is current. A caller
// whose context has ended gets nothing.
func (c *Cache[K, V]) Get(ctx context.Context, key K, generation int64) (value V, ok bool) {
	if c == nil || ctx.Err() != nil || !c.generations.valid(generation) {
		return value, false
	}
	found, ok := c.entries.Get(key)
	return found.value, ok && found.generation == generation
}

// Put keeps a value that was read after its generation was.
func (c *Cache[K, V]) Put(key K, value V, generation int64) {
	if c != nil && generation != NoGeneration {
		c.entries.Add(key, entry[V]{value, generation})
	}
}
