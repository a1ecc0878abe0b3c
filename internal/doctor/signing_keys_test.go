package doctor

import (
	"testing"
	"time"

	"axioma/internal/service"
	"axioma/internal/service/access"
	"axioma/internal/store"
	"axioma/internal/store/storetest"
)

func TestDescribeSigningKey_OldKey_IsReported(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)
	const day = 24 * time.Hour
	for name, c := range map[string]struct {
		key   access.SigningKey
		state State
		want  string
	}{
		"new":            {access.SigningKey{ID: "k", Since: now.Add(-day)}, OK, "key k, in the database"},
		"400 days":       {access.SigningKey{ID: "k", Since: now.Add(-400 * day)}, OK, "key k"},
		"401 days":       {access.SigningKey{ID: "k", Since: now.Add(-401 * day)}, Attention, "key k, in the database, has signed sessions for 401 days"},
		"old, outside":   {access.SigningKey{ID: "x", Since: now.Add(-500 * day), Outside: true}, Attention, "key x, outside the database, has signed sessions for 500 days"},
		"of unknown age": {access.SigningKey{ID: "k"}, OK, "key k"},
	} {
		t.Run(name, func(t *testing.T) { expect(t, describeSigningKey(c.key, now), c.state, c.want) })
	}
}

func TestCheckStoredData_OldSigningKey_IsReported(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	st, err := database.OpenUnclosed(t)
	if err != nil {
		t.Fatal(err)
	}
	cases, err := service.New(st, service.Options{Clock: func() time.Time { return time.Now().Add(-500 * 24 * time.Hour) }})
	if err != nil {
		t.Fatal(err)
	}
	mustFind := func(state State, text string) {
		t.Helper()
		st, err := store.OpenToInspect(t.Context(), database.Location())
		if err != nil {
			t.Fatal(err)
		}
		expect(t, checkSigningKeys(t.Context(), st), state, text)
		if err := st.Close(); err != nil {
			t.Error(err)
		}
	}
	mustFind(Attention, "for 500 days")
	young, err := service.New(st, service.Options{})
	if err != nil {
		t.Fatal(err)
	}
	key, err := young.SigningKeys.Rotate(t.Context(), false)
	if err != nil {
		t.Fatal(err)
	}
	mustFind(OK, "key "+key.ID)
	if _, err := cases.SigningKeys.RetireOld(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
	mustFind(OK, "key "+key.ID)
}
