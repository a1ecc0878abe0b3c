package service_test

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/servicetest"
	"axioma/internal/service/usecase"
)

type exportedRow map[string]any

type exportedCopy struct {
	tables map[string][]exportedRow
	whole  string
}

func export(t *testing.T, shop *servicetest.Shop, actor usecase.Actor) exportedCopy {
	t.Helper()
	var out bytes.Buffer
	if err := shop.Cases.Exports.Write(context.Background(), actor, shop.Business.ID, &out); err != nil {
		t.Fatalf("exporting: %v", err)
	}
	archive, err := zip.NewReader(bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil {
		t.Fatalf("the export is not a ZIP file: %v", err)
	}
	e := exportedCopy{tables: map[string][]exportedRow{}}
	for _, file := range archive.File {
		content := readZipFile(t, file)
		e.whole += content
		name, isTable := strings.CutSuffix(file.Name, ".jsonl")
		if !isTable {
			continue
		}
		e.tables[name] = []exportedRow{}
		for line := range strings.Lines(content) {
			var row exportedRow
			if err := json.Unmarshal([]byte(line), &row); err != nil {
				t.Fatalf("%s has the line %q: %v", file.Name, line, err)
			}
			e.tables[name] = append(e.tables[name], row)
		}
	}
	return e
}

func readZipFile(t *testing.T, file *zip.File) string {
	t.Helper()
	reader, err := file.Open()
	if err != nil {
		t.Fatal(err)
	}
	content, err := io.ReadAll(reader)
	if err != nil {
		t.Fatal(err)
	}
	if err := reader.Close(); err != nil {
		t.Fatal(err)
	}
	return string(content)
}

func TestExport_ContainsExactlyRowsOfBusiness(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	neighbour := shop.Town.Shop(t)
	boss := servicetest.OperatorActor(t, shop.Town)
	for _, s := range []*servicetest.Shop{shop, neighbour} {
		ana := s.Register("Ana \"=1+1\" Ñúñez")
		s.Visits(ana, 5)
		s.Delete(s.FurtherVisit(ana))
		if _, err := s.Redeem(ana, loyalty.RewardHalf); err != nil {
			t.Fatal(err)
		}
		s.Family(loyalty.PolicyPool, ana)
		s.Code(ana.Phone)
		s.Archive(s.Customer("Berta"))
		if _, err := s.Cases.Merges.Merge(t.Context(), s.Owner, ana.ID, s.Customer("Ana").ID); err != nil {
			t.Fatal(err)
		}
	}
	e := export(t, shop, boss)
	if len(e.tables) < 12 {
		t.Errorf("the export has %d tables, want at least 12", len(e.tables))
	}
	for table, rows := range e.tables {
		key := "business_id"
		if table == "businesses" {
			key = "id"
		}
		want := shop.Database.Rows(t, fmt.Sprintf("SELECT count(*) FROM %s WHERE %s = '%s'", table, key, shop.Business.ID))
		if got := fmt.Sprint(len(rows)); got != want[0] {
			t.Errorf("%s has %s rows, want %s", table, got, want[0])
		}
		if !strings.Contains(e.whole, "\n"+table+" ") {
			t.Errorf("the explanation lacks the table %s", table)
		}
	}
	for name, secret := range map[string]string{"the neighbour": neighbour.Business.ID, "the staff of the neighbour": neighbour.Owner.UserID, "a password": "argon2"} {
		if strings.Contains(e.whole, secret) {
			t.Errorf("%s is in the export", name)
		}
	}
	servicetest.MustBeAudited(t, shop.Town, shop.Business.ID, "business.exported", boss.UserID)
}

func TestExport_Values_AreUnchanged(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	shop.Clock.Set(time.Date(2026, 3, 26, 9, 0, 0, 123_000_000, time.UTC))
	ana := shop.Register("=HYPERLINK(\"x\") Ñúñez")
	shop.Visit(ana)
	shop.Code(ana.Phone)
	e := export(t, shop, servicetest.OperatorActor(t, shop.Town))
	customer, visit := e.tables["customers"][0], e.tables["visits"][0]
	for name, pair := range map[string][2]any{
		"a name":       {customer["name"], ana.Name},
		"a phone":      {customer["phone"], ana.Phone},
		"a count":      {customer["visits_count"], 1.0},
		"an instant":   {visit["visited_at"], "2026-03-26T09:00:00.123Z"},
		"a day":        {visit["local_day"], "2026-03-26"},
		"no instant":   {visit["deleted_at"], nil},
		"a boolean":    {e.tables["businesses"][0]["half_reward_enabled"], true},
		"an event":     {e.tables["audit_events"][0]["at"], "2026-03-26T09:00:00.123Z"},
		"the business": {e.tables["businesses"][0]["name"], shop.Business.Name},
	} {
		if pair[0] != pair[1] {
			t.Errorf("%s is %v (%[2]T), want %v", name, pair[0], pair[1])
		}
	}
	for _, message := range e.tables["messages"] {
		if code := message["kind"] == "OTP"; code != (message["text"] == nil) {
			t.Errorf("the message %v must have a text unless it is a code", message)
		}
	}
	if len(e.tables["messages"]) != 2 || !strings.Contains(e.whole, "Exportados el 26/03/2026 10:00 (Europe/Madrid)") {
		t.Errorf("messages %v; the explanation: %.200s; want 2 and %q in it", e.tables["messages"], e.whole, "Exportados el 26/03/2026 10:00 (Europe/Madrid)")
	}
	servicetest.MustRefuse(t, "no such business", shop.Cases.Exports.Write(t.Context(), usecase.Actor{}, "nothing", io.Discard), loyalty.ErrBusinessNotFound)
}

func TestExport_ConcurrentVisits_IsConsistent(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	boss := servicetest.OperatorActor(t, shop.Town)
	customers := []loyalty.Customer{shop.Customer("Ana"), shop.Customer("Berta"), shop.Customer("Carla")}
	ctx, stop := context.WithCancel(t.Context())
	working := make(chan error)
	// The number is limited, because during a longer export more visits would be added to the next one.
	const visits = 500
	go func() {
		for i := 0; i < visits && ctx.Err() == nil; i++ {
			if _, err := shop.Cases.Visits.Register(context.Background(), shop.Owner, shop.FurtherVisitRequest(customers[i%3])); err != nil {
				working <- err
				return
			}
		}
		working <- nil
	}()
	for range 5 {
		e := export(t, shop, boss)
		stamps := 0.0
		for _, card := range e.tables["cards"] {
			stamps += card["stamps"].(float64)
		}
		if got := len(e.tables["visits"]); got != int(stamps) {
			t.Errorf("an export has %d visits and %v stamps, want as many", got, stamps)
		}
	}
	stop()
	if err := <-working; err != nil {
		t.Fatal(err)
	}
}
