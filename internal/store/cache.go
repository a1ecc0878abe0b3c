package store

import (
	"context"

	"axioma/internal/database"
	"axioma/internal/loyalty"
)

// rowCache caches rows of SQLite until a cached table changes. A change of this process is visible when its caller
// returns, of another one within database.MaxStaleness. PostgreSQL has no cache: several processes may serve.
type rowCache struct {
	generations *database.Generations
	sessions    *database.Cache[sessionKey, SessionStatus]
	businesses  *database.Cache[string, loyalty.Business]
}

type sessionKey struct{ userID, id string }

func cachedTables() []string { return []string{"businesses", "ended_sessions", "users"} }

// newRowCache returns an empty cache if the engine has no generations.
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

// generation returns the generation that cached rows must have. Only screens use the cache: reports gain nothing and
// must not hold up the writing connection.
func (r rowCache) generation(kind database.ReadKind) int64 {
	if kind == database.ReadScreen {
		return r.generations.Current()
	}
	return database.NoGeneration
}

// SessionStatus returns the status of a session, or loyalty.ErrUserNotFound. On SQLite it may be database.MaxStaleness
// old.
func (s *Store) SessionStatus(ctx context.Context, userID, sessionID string) (SessionStatus, error) {
	key, edition := sessionKey{userID, sessionID}, s.cache.generations.Current()
	if known, ok := s.cache.sessions.Get(ctx, key, edition); ok {
		s.demand.Record()
		return known, nil
	}
	var standing SessionStatus
	err := s.ViewPlatform(ctx, func(tx *PlatformTx) (err error) {
		standing, err = tx.Sessions().Status(userID, sessionID)
		return err
	})
	if err == nil {
		s.cache.sessions.Put(key, standing, edition)
	}
	return standing, err
}
