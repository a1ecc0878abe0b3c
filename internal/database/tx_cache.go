package database

// TxCache caches a transaction's values, which callers of a group commit share because they often read the same row.
// Invalidate stops it, because a change may be rolled back. One goroutine uses it.
type TxCache struct {
	values      map[any]any
	invalidated bool
}

// Get returns false without a value.
func (c *TxCache) Get(key any) (any, bool) {
	if c.invalidated {
		return nil, false
	}
	value, ok := c.values[key]
	return value, ok
}

// Put stores until the transaction ends.
func (c *TxCache) Put(key, value any) {
	if c.values == nil {
		c.values = map[any]any{}
	}
	c.values[key] = value
}

// Remove removes a key's value.
func (c *TxCache) Remove(key any) { delete(c.values, key) }

// Invalidate disables the cache until the transaction ends.
func (c *TxCache) Invalidate() { c.invalidated = true }
