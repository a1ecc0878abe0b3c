package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"axioma/internal/demo"
	"axioma/internal/service"
	"axioma/internal/service/messaging"
	"axioma/internal/store"
	"axioma/internal/store/storetest"
)

func dumpBusiness(t *testing.T, database storetest.Database, id string) []string {
	t.Helper()
	lines := []string{}
	for _, table := range []string{
		"users", "families", "customers", "cards", "visits", "adjustments", "rewards", "consents", "merges", "erasures", "messages", "message_usage",
		"devices", "passes", "pass_holders", "revoked_qrs", "usual_pictures", "idempotency_keys", "audit_events", "imports", "import_rows",
	} {
		for _, row := range database.Rows(t, "SELECT * FROM "+table+" WHERE business_id = '"+id+"'") {
			lines = append(lines, table+" "+row)
		}
	}
	lines = append(lines, database.Rows(t, "SELECT * FROM businesses WHERE id = '"+id+"'")...)
	slices.Sort(lines)
	return lines
}

func removeLines(lines, others []string) []string {
	return slices.DeleteFunc(slices.Clone(lines), func(line string) bool { return slices.Contains(others, line) })
}

func directions(t *testing.T) map[string][2]storetest.Database {
	t.Helper()
	return map[string][2]storetest.Database{
		"file to file":     {storetest.NewFile(t), storetest.NewFile(t)},
		"file to engine":   {storetest.NewFile(t), storetest.New(t)},
		"engine to file":   {storetest.New(t), storetest.NewFile(t)},
		"engine to engine": {storetest.New(t), storetest.New(t)},
	}
}

// inEachDirection runs a test between the engines, and between two databases of the same one.
func inEachDirection(t *testing.T, test func(t *testing.T, source, target storetest.Database)) {
	t.Helper()
	for title, pair := range directions(t) {
		t.Run(title, func(t *testing.T) {
			t.Parallel()
			test(t, pair[0], pair[1])
		})
	}
}

func moveArgs(to storetest.Database, more ...string) []string {
	return append([]string{"move", "--business", businessID, name(to)}, more...)
}

func TestMoveBusiness_RoundTrip_KeepsEachRow(t *testing.T) {
	t.Parallel()
	inEachDirection(t, func(t *testing.T, source, target storetest.Database) {
		customers := createBusiness(t, source, 6)
		giveRows(t, source, customers)
		before := dumpBusiness(t, source, businessID)
		sealChains(t, source)
		mustSay(t, source, "", "is served by "+target.Location().DisplayName(), moveArgs(target)...)
		mustSay(t, source, "", "recorded there: 0", moveArgs(target)...)
		mustFail(t, source, "", "has left the source", moveArgs(target, "--cancel")...)
		mustSay(t, source, "", "All rules hold", "check")
		sealChains(t, target)
		mustSay(t, target, "", "All rules hold", "check")
		mustSay(t, target, "", "is served by "+source.Location().DisplayName(), moveArgs(source)...)
		if after := dumpBusiness(t, source, businessID); len(before) < 20 || !slices.Equal(before, after) {
			t.Errorf("the business must not change: %q are missing\nand %q are new", removeLines(before, after), removeLines(after, before))
		}
		sealChains(t, source)
		mustSay(t, source, "", "All rules hold", "check")
		mustFail(t, source, "", "nothing was removed", moveArgs(target, "--forget")...)
		mustSay(t, target, "", "were removed", moveArgs(source, "--forget")...)
		if rows := dumpBusiness(t, target, businessID); len(rows) > 0 {
			t.Errorf("the target still has %q", rows)
		}
		if err := serveOnce(t, source); err != nil {
			t.Errorf("a server on the source ends with %v", err)
		}
	})
}

func sealChains(t *testing.T, database storetest.Database) {
	t.Helper()
	err := withStore(store.OpenExisting(t.Context(), database.Location()))(func(cases *service.Service) error { return cases.Chains.Seal(store.AsBackground(t.Context())) })
	if err != nil {
		t.Fatal(err)
	}
}

func giveRows(t *testing.T, database storetest.Database, customers []string) {
	t.Helper()
	err := database.Try(t,
		fmt.Sprintf(`UPDATE customers SET merged_into = '%s', archived_at = 5 WHERE business_id = '%s' AND id = '%s'`, customers[5], businessID, customers[0]),
		fmt.Sprintf(`INSERT INTO messages (business_id, id, customer_id, phone, kind, text, status, urgency, created_at, next_try_at, tries)
			VALUES ('%s', 'm1', '%s', '+34600000001', 'QR', 'Añá "x"', 'QUEUED', 3, 1, 2, 0)`, businessID, customers[1]))
	if err != nil {
		t.Fatal(err)
	}
}

func TestMoveBusiness_Refusals_ChangeNothing(t *testing.T) {
	t.Parallel()
	source, target := storetest.New(t), storetest.NewFile(t)
	createBusiness(t, source, 2)
	mustSay(t, target, "Otra-clave-7\n", "Operator created", "superadmin", "create", "--email", ownerEmail)
	sourceBefore, targetBefore := source.Dump(t), target.Dump(t)
	mustFail(t, source, "", "the e-mail address "+ownerEmail, moveArgs(target)...)
	mustFail(t, source, "", `has no business "nadie"`, "move", "--business", "nadie", name(target))
	mustFail(t, source, "", "are the same database", moveArgs(source)...)
	mustFail(t, source, "", "need --business", "move", "--cancel", name(target))
	mustFail(t, source, "", "nothing was removed", moveArgs(target, "--forget")...)
	if !slices.Equal(sourceBefore, source.Dump(t)) || !slices.Equal(targetBefore, target.Dump(t)) {
		t.Error("a refused move has changed something")
	}
}

func TestMoveBusiness_OtherKeys_InvalidateOnlyOnRequest(t *testing.T) {
	t.Parallel()
	for title, statement := range map[string]string{
		"a connected device": `INSERT INTO devices (business_id, id, name, created_by, created_at, token_hash, enrolled_at, outbox_count)
			SELECT '` + businessID + `', 'd', 'Tableta', id, 1, 'hash', 1, 0 FROM users`,
		"recovery codes": `INSERT INTO recovery_codes (user_id, code_hash) SELECT id, 'hash' FROM users WHERE business_id = '` + businessID + `'`,
	} {
		t.Run(title, func(t *testing.T) {
			t.Parallel()
			source, target := storetest.New(t), storetest.NewFile(t)
			createBusiness(t, source, 1)
			if err := source.Try(t, statement); err != nil {
				t.Fatal(err)
			}
			if err := serveOnce(t, target); err != nil {
				t.Fatal(err)
			}
			mustFail(t, source, "", "different keys: 1 devices", moveArgs(target)...)
			mustSay(t, source, "", "is served by", moveArgs(target, "--without-tokens")...)
			if codes := target.Rows(t, `SELECT user_id FROM recovery_codes`); len(codes) > 0 {
				t.Errorf("the target counts recovery codes of %q that open nothing, want none", codes)
			}
		})
	}
}

func TestMoveBusiness_KilledAtEachStep_GoesOnOrIsCancelled(t *testing.T) {
	t.Parallel()
	suspend := func(state string) []string {
		return []string{
			`INSERT INTO business_moves (business_id, state, place, status, changed_at) VALUES ('` + businessID + `', '` + state + `', 'x', 'ACTIVE', 1)`,
			`UPDATE businesses SET status = 'SUSPENDED' WHERE id = '` + businessID + `'`,
		}
	}
	for _, state := range []string{"", "DRAINING", "PAUSED", "MOVED"} {
		for _, cancel := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s cancel %t", state, cancel), func(t *testing.T) {
				t.Parallel()
				source, target := storetest.NewFile(t), storetest.New(t)
				customers := createBusiness(t, source, 6)
				giveRows(t, source, customers)
				before := dumpBusiness(t, source, businessID)
				mustSay(t, source, "", "is served by", moveArgs(target)...)
				kill(t, source, target, state, suspend)
				if state != "MOVED" { // some rows had not arrived, and another has changed since
					mustTry(t, target, `DELETE FROM messages WHERE id = 'm1'`, `UPDATE customers SET name = 'antes'`)
				}
				switch {
				case cancel && state == "MOVED":
					mustFail(t, source, "", "has left the source", moveArgs(target, "--cancel")...)
					return
				case cancel:
					mustSay(t, source, "", "is served by "+source.Location().DisplayName(), moveArgs(target, "--cancel")...)
					if after := dumpBusiness(t, source, businessID); !slices.Equal(before, after) {
						t.Errorf("the business must not change: it was %q\nand is %q", before, after)
					}
					if rows := dumpBusiness(t, target, businessID); len(rows) > 0 {
						t.Errorf("the target still has %q", rows)
					}
					return
				}
				mustSay(t, source, "", "is served by "+target.Location().DisplayName(), moveArgs(target)...)
				if rows := target.Rows(t, `SELECT status FROM businesses`); !slices.Equal(rows, []string{"ACTIVE"}) {
					t.Errorf("the business in the target is %q, want ACTIVE", rows)
				}
				if names := target.Rows(t, `SELECT name FROM customers WHERE name = 'antes'`); len(names) > 0 {
					t.Error("a row that changed after it was copied must be copied again")
				}
				if len(target.Rows(t, `SELECT id FROM messages`)) != 1 {
					t.Error("a row that was written during the move must arrive")
				}
			})
		}
	}
}

func kill(t *testing.T, source, target storetest.Database, state string, suspend func(string) []string) {
	t.Helper()
	mustTry(t, target, suspend("ARRIVING")...)
	mustTry(t, source, `DELETE FROM business_moves`, `UPDATE businesses SET status = 'ACTIVE'`)
	if state != "" {
		mustTry(t, source, suspend(state)...)
	}
}

func mustTry(t *testing.T, database storetest.Database, statements ...string) {
	t.Helper()
	if err := database.Try(t, statements...); err != nil {
		t.Fatal(err)
	}
}

func TestMoveBusiness_CheckInsMeanwhile_AreInOneInstallationOnce(t *testing.T) {
	t.Parallel()
	for title, pair := range directions(t) {
		if title == "engine to engine" || title == "file to file" {
			continue
		}
		t.Run(title, func(t *testing.T) {
			t.Parallel()
			source, target := pair[0], pair[1]
			customers := createBusiness(t, source, 60)
			server := serve(t, source.Flags()...)
			r := &killTest{t: t, database: source, customers: customers, ackedVisits: map[string]string{}}
			r.signIn(server.url)
			moveResult := make(chan error, 1)
			refusalCode := r.checkInUntilRefused(server.url, moveResult, func() {
				_, _, err := axioma(t, "", append(moveArgs(target), source.Flags()...)...)
				moveResult <- err
			})
			if err := <-moveResult; err != nil {
				t.Fatal(err)
			}
			if refusalCode != "BUSINESS_MOVING" && refusalCode != "BUSINESS_MOVED" {
				t.Errorf("a visit was refused with %q, want BUSINESS_MOVING or BUSINESS_MOVED", refusalCode)
			}
			storedVisits := target.Rows(t, `SELECT customer_id, id FROM visits`)
			for customer, visit := range r.ackedVisits {
				if !slices.Contains(storedVisits, customer+" "+visit) {
					t.Errorf("the visit %s of %s is missing", visit, customer)
				}
			}
			if len(storedVisits) != len(r.ackedVisits) {
				t.Errorf("%d visits were acknowledged, but %d are stored", len(r.ackedVisits), len(storedVisits))
			}
			mustSay(t, target, "", "All rules hold", "check")
		})
	}
}

// checkInUntilRefused starts the move after the first visit.
func (r *killTest) checkInUntilRefused(url string, moveResult chan error, move func()) (reason string) {
	r.t.Helper()
	for i := 0; ; i++ {
		select {
		case err := <-moveResult:
			if err != nil {
				r.t.Fatal(err)
			}
			moveResult <- nil
		default:
		}
		id := r.customers[i%len(r.customers)]
		request, err := http.NewRequestWithContext(context.Background(), http.MethodPost, url+"/api/customers/"+id+"/visits", http.NoBody)
		if err != nil {
			r.t.Fatal(err)
		}
		request.Header.Set("Authorization", "Bearer "+r.token)
		request.Header.Set("Idempotency-Key", "visit-of-"+id)
		status, body, err := do(request)
		switch {
		case err != nil:
			r.t.Fatal(err)
		case status == http.StatusServiceUnavailable && strings.Contains(string(body), "BUSINESS_MOV"):
			return strings.Split(strings.SplitAfter(string(body), `"code":"`)[1], `"`)[0]
		case status != http.StatusCreated && status != http.StatusOK:
			r.t.Fatalf("a visit returned %d %s", status, body)
		}
		var visit struct {
			ID string `json:"id"`
		}
		if err := json.Unmarshal(body, &visit); err != nil {
			r.t.Fatal(err)
		}
		r.ackedVisits[id] = visit.ID
		if i == 0 {
			go move()
		}
	}
}

func TestMoveBusiness_Demo_MovesWholeAndLeavesOthers(t *testing.T) {
	t.Parallel()
	source, target := storetest.New(t), storetest.NewFile(t)
	if err := serveOnce(t, source, "--demo"); err != nil {
		t.Fatal(err)
	}
	sealChains(t, source)
	others := dumpBusiness(t, source, demo.SecondBusinessID)
	mustSay(t, source, "", "is served by", "move", "--business", demo.BusinessID, name(target))
	if after := dumpBusiness(t, source, demo.SecondBusinessID); !slices.Equal(others, after) {
		t.Error("another business was changed")
	}
	mustSay(t, target, "", "All rules hold", "check")
	mustSay(t, source, "", "were removed", "move", "--business", demo.BusinessID, "--forget", name(target))
	mustSay(t, source, "", "All rules hold", "check")
	if len(dumpBusiness(t, source, demo.BusinessID)) > 0 {
		t.Error("the source still has rows of the moved business")
	}
}

func TestMoveBusiness_ChangedElsewhere_ComesBackWithAChainThatFits(t *testing.T) {
	t.Parallel()
	source, target := storetest.New(t), storetest.NewFile(t)
	if err := serveOnce(t, source, "--demo"); err != nil {
		t.Fatal(err)
	}
	sealChains(t, source)
	mustSay(t, source, "", "is served by", "move", "--business", demo.BusinessID, name(target))
	target.Corrupt(t, "UPDATE visits SET authorized_by = NULL WHERE business_id = '"+demo.BusinessID+"' AND authorized_by IS NOT NULL",
		"DELETE FROM rewards WHERE business_id = '"+demo.BusinessID+"' AND status = 'REDEEMED'")
	mustSay(t, target, "", "is served by", "move", "--business", demo.BusinessID, name(source))
	sealChains(t, source)
	output, _, err := axioma(t, "", withDatabase(source, "check")...)
	if err == nil || strings.Contains(output, "changed by hand") {
		t.Errorf("the check with missing rewards ends with %v: %.500q", err, output)
	}
	if blocks := source.Rows(t, "SELECT number FROM chain_blocks WHERE business_id = '"+demo.BusinessID+"'"); len(blocks) == 0 {
		t.Error("no block of the chain was sealed")
	}
}

func TestMoveBusiness_TargetStoresSomethingElse_SourceServesAgain(t *testing.T) {
	t.Parallel()
	source, target := storetest.New(t), storetest.NewFile(t)
	createBusiness(t, source, 3)
	target.Corrupt(t,
		"CREATE TRIGGER other_names AFTER INSERT ON customers BEGIN UPDATE customers SET name = 'x' WHERE id = NEW.id; END",
		"CREATE TRIGGER other_names_again AFTER UPDATE OF name ON customers BEGIN UPDATE customers SET name = 'x' WHERE id = NEW.id; END")
	mustFail(t, source, "", "differs after it was written", moveArgs(target)...)
	if moves := source.Rows(t, "SELECT state FROM business_moves"); len(moves) > 0 {
		t.Errorf("the source has the moves %q, want none", moves)
	}
}

func TestMoveBusiness_OptOutsAtTheSource_AreCarriedUntilItForgets(t *testing.T) {
	t.Parallel()
	inEachDirection(t, func(t *testing.T, source, target storetest.Database) {
		customers := createBusiness(t, source, 4)
		for _, customer := range customers {
			mustTry(t, source, fmt.Sprintf(`INSERT INTO consents (business_id, id, customer_id, kind, granted, given_at, form, text_version)
				VALUES ('%s', 'c-%s', '%s', 'WHATSAPP', TRUE, 5, 'REGISTRATION', '1')`, businessID, customer, customer))
		}
		mustSay(t, source, "", "is served by", moveArgs(target)...)
		optOut(t, source, customers[0])
		optOut(t, source, customers[1])
		mustTry(t, target, fmt.Sprintf(`UPDATE customers SET merged_into = '%s', archived_at = 5 WHERE id = '%s'`, customers[2], customers[1]))
		mustSay(t, source, "", "recorded there: 2", moveArgs(target)...)
		mustSay(t, source, "", "recorded there: 0", moveArgs(target)...)
		optOut(t, source, customers[3])
		mustSay(t, source, "", "recorded there: 1", moveArgs(target, "--forget")...)
		optOuts := target.Rows(t, `SELECT customer_id FROM consents WHERE kind = 'WHATSAPP' AND NOT granted AND form = 'WHATSAPP_REPLY'`)
		slices.Sort(optOuts)
		want := []string{customers[0], customers[2], customers[3]}
		slices.Sort(want)
		if !slices.Equal(optOuts, want) {
			t.Errorf("the target has opt-outs of %q, want %q", optOuts, want)
		}
	})
}

// optOut receives a customer's 'BAJA', as a server does.
func optOut(t *testing.T, database storetest.Database, customer string) {
	t.Helper()
	phone := strings.Join(database.Rows(t, `SELECT phone FROM customers WHERE id = '`+customer+`'`), "")
	err := withStore(store.OpenExisting(t.Context(), database.Location()))(func(cases *service.Service) error {
		return cases.Inbox.Receive(store.AsBackground(t.Context()), messaging.InboundMessage{
			ID: "wamid." + customer, Text: "BAJA", Inbound: messaging.Inbound{Phone: phone, At: time.Now()},
		})
	})
	if err != nil {
		t.Fatal(err)
	}
}
