package database

// TxCache keeps values that a transaction has read, by keys of the caller's own types. On
// SQLite the callers that commit together share one, since they often read the same row.
// Once one of them changes such a row it keeps nothing more: the change may still be undone.
// One goroutine uses it at a time.
type TxCache struct {
	values      map[any]any
	invalidated bool
}

// Get returns the value of a key, if it is there and nothing was changed.
func (c *TxCache) Get(key any) (any, bool) {
	if c.invalidated {
		return nil, false
	}
	value, ok := c.values[key]
	return value, ok
}

// Put keeps the value of a key until the transaction ends.
func (c *TxCache) Put(key, value any) {
	if c.values == nil {
		c.values = map[any]any{}
	}
	c.values[key] = value
}

// Remove drops the value of a key.
func (c *TxCache) Remove(key any) { delete(c.values, key) }

// Invalidate ends the use of the cache.
func (c *TxCache) Invalidate() { c.invalidated = true }
