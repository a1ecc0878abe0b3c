package store

import (
	"database/sql"
	"fmt"
	"strconv"
	"strings"
	"time"

	"axioma/internal/loyalty"
)

// GooglePass returns the pass state that Google was last sent, or zero. A writing transaction locks it.
func (q Passes) GooglePass(p loyalty.Pass) (loyalty.GooglePass, error) {
	pass := loyalty.GooglePass{CustomerID: p.CustomerID, Serial: p.Serial}
	var owed, noticeTimes string
	var lastCallback sql.NullInt64
	_, err := q.tx.queryOne(`SELECT digest, stamps, owed, notice_times, last_callback_at FROM google_passes WHERE`+passCondition+q.tx.lockClause(),
		q.passArgs(p), &pass.Digest, &pass.Stamps, &owed, &noticeTimes, &lastCallback)
	if err != nil {
		return pass, fmt.Errorf("reading the state of a pass at Google: %w", err)
	}
	for _, kind := range strings.Fields(owed) {
		pass.Owed = append(pass.Owed, loyalty.RewardKind(kind))
	}
	pass.LastCallbackAt = instant(lastCallback)
	pass.NoticeTimes, err = instantsIn(noticeTimes)
	return pass, err
}

// SetGooglePass records the state that was sent to Google.
func (q Passes) SetGooglePass(pass loyalty.GooglePass) error {
	owed := make([]string, len(pass.Owed))
	for i, kind := range pass.Owed {
		owed[i] = string(kind)
	}
	_, err := q.tx.exec(`
		INSERT INTO google_passes (business_id, customer_id, serial, digest, stamps, owed, notice_times, last_callback_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
		ON CONFLICT (business_id, customer_id, serial) DO UPDATE SET digest = excluded.digest, stamps = excluded.stamps, owed = excluded.owed,
			notice_times = excluded.notice_times, last_callback_at = excluded.last_callback_at`,
		q.tx.businessID, pass.CustomerID, pass.Serial, pass.Digest, pass.Stamps, strings.Join(owed, " "), joinMillis(pass.NoticeTimes), millis(pass.LastCallbackAt))
	return wrapError("recording the state of a pass at Google", err)
}

// GoogleClass returns the digest of the class that Google was last sent, or "".
func (q Passes) GoogleClass() (digest string, err error) {
	_, err = q.tx.queryOne(`SELECT digest FROM google_classes WHERE business_id = $1`, []any{q.tx.businessID}, &digest)
	return digest, wrapError("reading the state of a class at Google", err)
}

// SetGoogleClass records and returns a sent digest. If before is no longer stored, another server has sent a class too,
// and it records loyalty.GoogleStateUnknown.
func (q Passes) SetGoogleClass(before, digest string) (storedDigest string, err error) {
	_, err = q.tx.queryOne(`
		INSERT INTO google_classes (business_id, digest) VALUES ($1, $3)
		ON CONFLICT (business_id) DO UPDATE SET digest = CASE WHEN google_classes.digest IN ($2, $3) THEN $3 ELSE $4 END
		RETURNING digest`, []any{q.tx.businessID, before, digest, loyalty.GoogleStateUnknown}, &storedDigest)
	return storedDigest, wrapError("recording the state of a class at Google", err)
}

func joinMillis(instants []time.Time) string {
	words := make([]string, len(instants))
	for i, instant := range instants {
		words[i] = strconv.FormatInt(instant.UnixMilli(), 10)
	}
	return strings.Join(words, " ")
}

func instantsIn(text string) ([]time.Time, error) {
	var instants []time.Time
	for _, word := range strings.Fields(text) {
		milliseconds, err := strconv.ParseInt(word, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("reading an instant: %w", err)
		}
		instants = append(instants, time.UnixMilli(milliseconds).UTC())
	}
	return instants, nil
}
