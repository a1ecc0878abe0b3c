package certificates

import (
	"context"
	"errors"
	"path/filepath"

	"golang.org/x/crypto/acme/autocert"
)

type ownedCache struct {
	autocert.DirCache
	inheritOwner func(path string) error
}

func newCache(config Config) autocert.Cache {
	if config.InheritOwner == nil {
		return autocert.DirCache(config.Folder)
	}
	return ownedCache{DirCache: autocert.DirCache(config.Folder), inheritOwner: config.InheritOwner}
}

// Put stores a certificate (autocert.Cache). DirCache creates the folder and its parent.
func (c ownedCache) Put(ctx context.Context, key string, data []byte) error {
	if err := c.DirCache.Put(ctx, key, data); err != nil {
		return err
	}
	folder := string(c.DirCache)
	return errors.Join(c.inheritOwner(filepath.Dir(folder)), c.inheritOwner(folder), c.inheritOwner(filepath.Join(folder, key)))
}
