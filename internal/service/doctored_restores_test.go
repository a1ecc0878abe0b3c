package service_test

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"axioma/internal/archive"
	"axioma/internal/loyalty"
	"axioma/internal/service/servicetest"
)

// forgedCopy has the files of a changed copy by name.
type forgedCopy map[string]string

func unpack(t *testing.T, exportZIP []byte) forgedCopy {
	t.Helper()
	reader, err := zip.NewReader(bytes.NewReader(exportZIP), int64(len(exportZIP)))
	if err != nil {
		t.Fatal(err)
	}
	files := forgedCopy{}
	for _, file := range reader.File {
		files[file.Name] = readZipFile(t, file)
	}
	return files
}

func (d forgedCopy) replace(t *testing.T, file, old, fresh string) {
	t.Helper()
	if !strings.Contains(d[file], old) {
		t.Fatalf("the file %s has no %q: %s", file, old, d[file])
	}
	d[file] = strings.Replace(d[file], old, fresh, 1)
}

func (d forgedCopy) seal(t *testing.T) {
	t.Helper()
	var manifest archive.Manifest
	if err := json.Unmarshal([]byte(d["axioma.json"]), &manifest); err != nil {
		t.Fatal(err)
	}
	for i, table := range manifest.Tables {
		content := d[table.Name+".jsonl"]
		sum := sha256.Sum256([]byte(content))
		manifest.Tables[i].SHA256, manifest.Tables[i].Rows = hex.EncodeToString(sum[:]), int64(strings.Count(content, "\n"))
	}
	manifestJSON, err := json.Marshal(manifest)
	if err != nil {
		t.Fatal(err)
	}
	d["axioma.json"] = string(manifestJSON)
}

func (d forgedCopy) pack(t *testing.T) []byte {
	t.Helper()
	var out bytes.Buffer
	writer := zip.NewWriter(&out)
	for _, name := range slices.Sorted(maps.Keys(d)) {
		file, err := writer.Create(name)
		if err == nil {
			_, err = file.Write([]byte(d[name]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := writer.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func (d forgedCopy) firstText(t *testing.T, file, column string) string {
	t.Helper()
	_, after, found := strings.Cut(d[file], fmt.Sprintf("%q:%q", column, "x")[:len(column)+4])
	value, _, _ := strings.Cut(after, `"`)
	if !found || value == "" {
		t.Fatalf("the file %s has no column %s", file, column)
	}
	return value
}

type victim struct{ customer, qr, endedQR, user, email string }

// forgeries change a copy and correct its manifest. All must be refused.
func forgeries() map[string]func(*testing.T, forgedCopy, victim) {
	text := func(file, column, fresh string) func(*testing.T, forgedCopy, victim) {
		return func(t *testing.T, d forgedCopy, _ victim) {
			d.replace(t, file, fmt.Sprintf("%q:%q", column, d.firstText(t, file, column)), fmt.Sprintf("%q:%s", column, fresh))
		}
	}
	everywhere := func(old, fresh string, d forgedCopy) {
		for name := range d {
			d[name] = strings.ReplaceAll(d[name], old, fresh)
		}
	}
	return map[string]func(*testing.T, forgedCopy, victim){
		"an operator's account":         text("users.jsonl", "role", `"SUPERADMIN"`),
		"an invalid e-mail":             text("users.jsonl", "email", `"no es un correo"`),
		"an invalid phone":              text("customers.jsonl", "phone", `"600 11 22 33; DROP"`),
		"an unknown kind of reward":     text("rewards.jsonl", "kind", `"GRATIS"`),
		"an unknown status of a reward": text("rewards.jsonl", "status", `"PAID"`),
		"an id with a path":             text("visits.jsonl", "id", `"../../etc/passwd"`),
		"a day that does not exist":     text("visits.jsonl", "local_day", `"2026-02-31"`),
		"an object instead of a string": text("customers.jsonl", "name", `{"$ne":1}`),
		"an empty name":                 text("customers.jsonl", "name", `""`),
		"an unknown time zone":          text("businesses.jsonl", "time_zone", `"Mars/Olympus"`),
		"an unknown card":               text("visits.jsonl", "card_id", `"unknown"`),
		"an instant of the future":      text("audit_events.jsonl", "at", `"2199-01-01T00:00:00Z"`),
		"a NUL":                         text("customers.jsonl", "name", `"Ana\u0000"`),
		"a string instead of a number":  func(t *testing.T, d forgedCopy, _ victim) { d.replace(t, "cards.jsonl", `"stamps":5`, `"stamps":"5"`) },
		"stamps without visits":         func(t *testing.T, d forgedCopy, _ victim) { d.replace(t, "cards.jsonl", `"stamps":5`, `"stamps":9`) },
		"an immense number": func(t *testing.T, d forgedCopy, _ victim) {
			d.replace(t, "cards.jsonl", `"stamps":5`, `"stamps":1000000000000`)
		},
		"a target of zero": func(t *testing.T, d forgedCopy, _ victim) {
			d.replace(t, "visits.jsonl", `"card_target":10`, `"card_target":0`)
		},
		"a half milestone above the target": func(t *testing.T, d forgedCopy, _ victim) {
			d.replace(t, "visits.jsonl", `"card_half":5`, `"card_half":50`)
		},
		"a row twice": func(_ *testing.T, d forgedCopy, _ victim) {
			d["visits.jsonl"] += strings.SplitAfter(d["visits.jsonl"], "\n")[0]
		},
		"two businesses": func(_ *testing.T, d forgedCopy, _ victim) { d["businesses.jsonl"] += d["businesses.jsonl"] },
		"no business":    func(_ *testing.T, d forgedCopy, _ victim) { d["businesses.jsonl"] = "" },
		"a missing visit": func(_ *testing.T, d forgedCopy, _ victim) {
			_, d["visits.jsonl"], _ = strings.Cut(d["visits.jsonl"], "\n")
		},
		"no audit of a redemption": func(_ *testing.T, d forgedCopy, _ victim) {
			d["audit_events.jsonl"] = strings.ReplaceAll(d["audit_events.jsonl"], "reward.redeemed", "reward.nothing")
		},
		"an unknown column": func(t *testing.T, d forgedCopy, _ victim) {
			d.replace(t, "cards.jsonl", `{"id"`, `{"business_id":"x","id"`)
		},
		"a line that is not JSON": func(_ *testing.T, d forgedCopy, _ victim) { d["cards.jsonl"] += "{\"id\":\n" },
		"the logo is a script":    func(_ *testing.T, d forgedCopy, _ victim) { d["logos.jsonl"] = "{\"picture\":\"PHNjcmlwdD4=\"}\n" },
		"over 300 accounts":       func(_ *testing.T, d forgedCopy, _ victim) { d["users.jsonl"] = strings.Repeat(d["users.jsonl"], 101) },
		"a customer of another business": func(t *testing.T, d forgedCopy, v victim) {
			everywhere(d.firstText(t, "customers.jsonl", "id"), v.customer, d)
		},
		"the QR of another business's customer": func(t *testing.T, d forgedCopy, v victim) {
			d.replace(t, "customers.jsonl", `"qr_id":"`+d.firstText(t, "customers.jsonl", "qr_id")+`"`, `"qr_id":"`+v.customer+`"`)
		},
		"a customer with the changed QR of another business": func(t *testing.T, d forgedCopy, v victim) {
			everywhere(d.firstText(t, "customers.jsonl", "id"), v.qr, d)
		},
		"the end of another business's QR": func(t *testing.T, d forgedCopy, v victim) {
			d["revoked_qrs.jsonl"] = fmt.Sprintf("{\"qr_id\":%q,\"customer_id\":%q,\"ended_at\":\"2026-03-26T09:00:00Z\"}\n", v.customer, d.firstText(t, "customers.jsonl", "id"))
		},
		"a claim of another business's customer": func(_ *testing.T, d forgedCopy, v victim) { d["import_claims.jsonl"] = claimLine(v.customer, "0") },
		"a claim with an immense number": func(t *testing.T, d forgedCopy, _ victim) {
			d["import_claims.jsonl"] = claimLine(d.firstText(t, "customers.jsonl", "id"), "1000000000000")
		},
		"a claim twice": func(t *testing.T, d forgedCopy, _ victim) {
			d["import_claims.jsonl"] = strings.Repeat(claimLine(d.firstText(t, "customers.jsonl", "id"), "0"), 2)
		},
		"an ended QR of another business": func(t *testing.T, d forgedCopy, v victim) {
			d.replace(t, "customers.jsonl", `"qr_id":"`+d.firstText(t, "customers.jsonl", "qr_id")+`"`, `"qr_id":"`+v.endedQR+`"`)
		},
		"a guardian of another business": func(t *testing.T, d forgedCopy, v victim) {
			phone := d.firstText(t, "customers.jsonl", "phone")
			d.replace(t, "customers.jsonl", `"phone":"`+phone+`","guardian_id":null`, `"phone":null,"guardian_id":"`+v.customer+`"`)
		},
		"an account of another business": func(t *testing.T, d forgedCopy, v victim) {
			everywhere(d.firstText(t, "users.jsonl", "id"), v.user, d)
		},
	}
}

func claimLine(customer, number string) string {
	return fmt.Sprintf("{\"customer_id\":%q,\"number\":%s,\"import_id\":%q,\"header\":\"Acepta\",\"value\":\"si\",\"file_name\":\"a.csv\",\"claimed_at\":\"2026-03-26T09:00:00Z\"}\n",
		customer, number, customer)
}

func TestRestore_DoctoredCopy_ChangesNothing(t *testing.T) {
	t.Parallel()
	former := newTownWithOtherIDs(t).Shop(t)
	ana := former.Register("Ana")
	former.Visits(ana, 5)
	if _, err := former.Redeem(ana, loyalty.RewardHalf); err != nil {
		t.Fatal(err)
	}
	exportZIP := copyOf(t, former)
	town := servicetest.NewTown(t)
	town.Clock.Set(former.Clock.Now())
	shop, neighbour := town.Shop(t), town.Shop(t)
	berta := neighbour.Customer("Berta")
	carla := neighbour.Customer("Carla")
	changedCustomer, err := town.Cases.QRChanges.Change(t.Context(), neighbour.Owner, carla.ID, "")
	if err != nil {
		t.Fatal(err)
	}
	v := victim{customer: berta.ID, qr: changedCustomer.QRID, endedQR: carla.QR(), user: neighbour.Owner.UserID, email: neighbour.Staff[loyalty.Owner].Email}
	before := town.Database.Dump(t)
	for name, forge := range forgeries() {
		files := unpack(t, exportZIP)
		forge(t, files, v)
		files.seal(t)
		mustChangeNothing(t, shop, name, files.pack(t), before)
	}
	// The same copy is restored if it is repacked without changes, so the refusals were because of the changes.
	files := unpack(t, exportZIP)
	files.seal(t)
	mustRestore(t, shop, files.pack(t))
	mustHaveRowsOf(t, shop, former)
}

func mustChangeNothing(t *testing.T, shop *servicetest.Shop, name string, exportZIP []byte, before []string) {
	t.Helper()
	_, err := shop.Cases.Restores.Restore(t.Context(), shop.Owner, bytes.NewReader(exportZIP), int64(len(exportZIP)), false, nil)
	var refusal *loyalty.Error
	isRefusal := errors.As(err, &refusal)
	if !isRefusal || refusal.Message == "" {
		t.Errorf("%s: restoring returns %v, want a refusal with a message", name, err)
	}
	if after := shop.Database.Dump(t); !slices.Equal(withoutEvents(slices.Clone(before)), withoutEvents(after)) {
		t.Errorf("%s: the database was %q and is %q, want no change but events", name, before, after)
	}
}

func TestRestore_DamagedFile_ChangesNothing(t *testing.T) {
	t.Parallel()
	former := newTownWithOtherIDs(t).Shop(t)
	former.Visits(former.Register("Ana"), 5)
	exportZIP := copyOf(t, former)
	shop := servicetest.New(t)
	before := shop.Database.Dump(t)
	change := func(change func(forgedCopy)) []byte {
		files := unpack(t, exportZIP)
		change(files)
		return files.pack(t)
	}
	for name, file := range map[string][]byte{
		"an empty file":     {},
		"not a ZIP":         []byte("Nombre;Teléfono\nAna;600111222\n"),
		"half a ZIP":        exportZIP[:len(exportZIP)/2],
		"no manifest":       change(func(d forgedCopy) { delete(d, "axioma.json") }),
		"another ZIP":       change(func(d forgedCopy) { clear(d); d["LEEME.txt"] = "hola" }),
		"a broken manifest": change(func(d forgedCopy) { d["axioma.json"] = "{" }),
		"a newer format": change(func(d forgedCopy) {
			d.replace(t, "axioma.json", fmt.Sprintf(`"version": %d`, archive.Version), fmt.Sprintf(`"version": %d`, archive.Version+1))
		}),
		"an older format": change(func(d forgedCopy) {
			d.replace(t, "axioma.json", fmt.Sprintf(`"version": %d`, archive.Version), `"version": 0`)
		}),
		"a column that no version has": change(func(d forgedCopy) {
			d.replace(t, "axioma.json", `"stamps"`, `"sellos"`)
			d["cards.jsonl"] = strings.ReplaceAll(d["cards.jsonl"], `"stamps"`, `"sellos"`)
			d.seal(t)
		}),
		"a table that no version has": change(func(d forgedCopy) {
			d.replace(t, "axioma.json", `"cards"`, `"tarjetas"`)
			d["tarjetas.jsonl"] = d["cards.jsonl"]
			delete(d, "cards.jsonl")
			d.seal(t)
		}),
		"a former name in a copy of this version": change(func(d forgedCopy) {
			d.replace(t, "axioma.json", `"undo_data"`, `"moved"`)
			d.seal(t)
		}),
		"a table is missing":  change(func(d forgedCopy) { delete(d, "visits.jsonl") }),
		"a table is left out": change(func(d forgedCopy) { delete(d, "visits.jsonl"); d.dropTable(t, "visits") }),
		"a changed row": change(func(d forgedCopy) {
			d["cards.jsonl"] = strings.Replace(d["cards.jsonl"], `"stamps":5`, `"stamps":6`, 1)
		}),
		"a missing row":           change(func(d forgedCopy) { _, d["visits.jsonl"], _ = strings.Cut(d["visits.jsonl"], "\n") }),
		"a file above the folder": change(func(d forgedCopy) { d["../visits.jsonl"] = "" }),
		"a table in a folder":     change(func(d forgedCopy) { d["a/visits.jsonl"] = "" }),
		"a program":               change(func(d forgedCopy) { d["axioma.exe"] = "MZ" }),
		"a ZIP bomb":              change(func(d forgedCopy) { d["visits.jsonl"] = strings.Repeat("0", 64<<20) }),
		"a line of ten megabytes": change(func(d forgedCopy) { d["visits.jsonl"] = incompressible(10 << 20) }),
	} {
		mustChangeNothing(t, shop, name, file, before)
	}
}

func (d forgedCopy) dropTable(t *testing.T, name string) {
	t.Helper()
	var manifest archive.Manifest
	if err := json.Unmarshal([]byte(d["axioma.json"]), &manifest); err != nil {
		t.Fatal(err)
	}
	manifest.Tables = slices.DeleteFunc(manifest.Tables, func(table archive.Table) bool { return table.Name == name })
	manifestJSON, err := json.Marshal(manifest)
	if err != nil {
		t.Fatal(err)
	}
	d["axioma.json"] = string(manifestJSON)
}

// incompressible returns digits that do not look like a ZIP bomb.
func incompressible(length int) string {
	var out strings.Builder
	sum := sha256.Sum256(nil)
	for out.Len() < length {
		sum = sha256.Sum256(sum[:])
		out.WriteString(hex.EncodeToString(sum[:]))
	}
	return out.String()[:length]
}
