package store

import (
	"context"

	"axioma/internal/database"
	"axioma/internal/loyalty"
)

// rowCache caches SQLite's rows until a cached table changes. A change by this process is visible when its call
// returns, by another one within database.MaxStaleness. PostgreSQL has no cache: several servers may use it.
type rowCache struct {
	generations *database.Generations
	sessions    *database.Cache[sessionKey, SessionStatus]
	businesses  *database.Cache[string, loyalty.Business]
}

type sessionKey struct{ userID, id string }

func cachedTables() []string { return []string{"businesses", "ended_sessions", "users"} }

func newRowCache(generations *database.Generations) (r rowCache, err error) {
	if generations == nil {
		return r, nil
	}
	r.generations = generations
	if r.sessions, err = database.NewCache[sessionKey, SessionStatus](r.generations); err != nil {
		return r, err
	}
	r.businesses, err = database.NewCache[string, loyalty.Business](r.generations)
	return r, err
}

// generation returns no generation except for reads of screens. Reports would gain nothing and must not delay the
// writing connection.
func (r rowCache) generation(kind database.ReadKind) int64 {
	if kind == database.ReadScreen {
		return r.generations.Current()
	}
	return database.NoGeneration
}

// SessionStatus returns a status, on SQLite at most database.MaxStaleness old, or loyalty.ErrUserNotFound.
func (s *Store) SessionStatus(ctx context.Context, userID, sessionID string) (SessionStatus, error) {
	key, generation := sessionKey{userID, sessionID}, s.cache.generations.Current()
	if status, ok := s.cache.sessions.Get(ctx, key, generation); ok {
		s.demand.Record()
		return status, nil
	}
	var status SessionStatus
	err := s.ViewPlatform(ctx, func(tx *PlatformTx) (err error) {
		status, err = tx.Sessions().Status(userID, sessionID)
		return err
	})
	if err == nil {
		s.cache.sessions.Put(key, status, generation)
	}
	return status, err
}
