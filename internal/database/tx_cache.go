package database

// TxCache caches values of a transaction. Callers of a group commit share it, because they often read the same row.
// After Invalidate it returns nothing more: a change may be rolled back. One goroutine uses it at a time.
type TxCache struct {
	values      map[any]any
	invalidated bool
}

// Get returns a key's value, or false if there is none.
func (c *TxCache) Get(key any) (any, bool) {
	if c.invalidated {
		return nil, false
	}
	value, ok := c.values[key]
	return value, ok
}

// Put stores a value until the transaction ends.
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
