package certificates

import (
	"context"
	"errors"
	"path/filepath"

	"golang.org/x/crypto/acme/autocert"
)

// cache keeps certificates in a folder, whose files are given to the account they are for.
type cache struct {
	autocert.DirCache
	adopt func(path string) error
}

func newCache(wanted Wanted) autocert.Cache {
	if wanted.Adopt == nil {
		return autocert.DirCache(wanted.Folder)
	}
	return cache{DirCache: autocert.DirCache(wanted.Folder), adopt: wanted.Adopt}
}

// Put implements autocert.Cache. The cache makes the folder and the one above it.
func (c cache) Put(ctx context.Context, key string, data []byte) error {
	if err := c.DirCache.Put(ctx, key, data); err != nil {
		return err
	}
	folder := string(c.DirCache)
	return errors.Join(c.adopt(filepath.Dir(folder)), c.adopt(folder), c.adopt(filepath.Join(folder, key)))
}
