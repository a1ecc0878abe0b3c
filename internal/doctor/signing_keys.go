package doctor

import (
	"context"
	"fmt"
	"time"

	"axioma/internal/service"
	"axioma/internal/service/access"
	"axioma/internal/store"
)

const (
	subjectKeys = "keys"

	// A year, and a month to replace it.
	signingKeyTooOld = 400 * 24 * time.Hour
)

// checkSigningKeys describes the key that signs sessions. It returns nothing for data that no server serves: the
// accounts' finding reports those.
func checkSigningKeys(ctx context.Context, st *store.Store) []Finding {
	cases, err := service.New(st, service.Options{})
	if err != nil {
		return nil
	}
	keys, err := cases.SigningKeys.List(ctx)
	if err != nil {
		return finding(subjectKeys, Fault, "the keys that sign sessions cannot be read: "+err.Error(), "Run axioma doctor again. If this finding stays, restore the last backup (docs/operate/backup.md).")
	}
	for _, key := range keys {
		if key.Signs {
			return describeSigningKey(key, time.Now())
		}
	}
	return nil
}

func describeSigningKey(key access.SigningKey, now time.Time) []Finding {
	where := "in the database"
	toDo := "Replace it: axioma keys rotate. Sessions stay open, and servers need no restart."
	if key.Outside {
		where, toDo = "outside the database", "Replace it where it is kept (docs/operate/security.md, Signing keys)."
	}
	if key.Since.IsZero() || now.Sub(key.Since) <= signingKeyTooOld {
		return finding(subjectKeys, OK, fmt.Sprintf("key %s, %s, signs sessions", key.ID, where), "")
	}
	return finding(subjectKeys, Attention, fmt.Sprintf("key %s, %s, has signed sessions for %.0f days", key.ID, where, now.Sub(key.Since).Hours()/24), toDo)
}
