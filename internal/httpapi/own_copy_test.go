package httpapi

import (
	"archive/zip"
	"bytes"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"axioma/internal/importing"
	"axioma/internal/loyalty"
	"axioma/internal/service/servicetest"
)

func TestOwnCopy_Downloads_AreAudited(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	got := s.call(asOwner, http.MethodPost, "/business/export", "").has(http.StatusOK)
	if _, err := zip.NewReader(strings.NewReader(got.body), int64(len(got.body))); err != nil {
		t.Errorf("the copy is not a ZIP: %v", err)
	}
	servicetest.MustBeAudited(t, s.Town, s.Business.ID, "business.exported", s.Owner.UserID)
	s.call(asOwner, http.MethodPost, "/business/customers/export", `{"format":"csv"}`).has(http.StatusOK)
	servicetest.MustBeAudited(t, s.Town, s.Business.ID, "business.customers-exported", s.Owner.UserID)
	if remaining := s.Database.Rows(t, "SELECT business_id FROM data_jobs"); len(remaining) > 0 {
		t.Errorf("a lease is left: %q, want none", remaining)
	}
}

func TestOwnCopy_SecondDownload_IsRefused(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	if _, err := s.Cases.Exports.Begin(t.Context(), s.Business.ID); err != nil {
		t.Fatal(err)
	}
	s.call(asOwner, http.MethodPost, "/business/export", "").has(http.StatusConflict, "DATA_JOB_RUNNING")
	s.Clock.Advance(3 * time.Minute)
	s.call(asOwner, http.MethodPost, "/business/export", "").has(http.StatusOK)
}

func TestOwnCopy_Formats_HaveEachCustomer(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana := s.Register("=cmd|'/c calc'!A1; Ñúñez, Ana")
	s.Visits(ana, 3)
	s.Change(ana, loyalty.CustomerChanges{Notes: loyalty.Change{Sent: true, Value: "una;dos,tres\ncuatro " + strings.Repeat("ñ", 100)}})
	s.Archive(s.Customer("Archivada"))
	download := func(format string) string {
		return s.call(asOwner, http.MethodPost, "/business/customers/export", `{"format":"`+format+`"}`).has(http.StatusOK).body
	}
	csv := download("csv")
	if !strings.HasPrefix(csv, utf8BOM+"Nombre;") || !strings.Contains(csv, "'=cmd") || strings.Contains(csv, "Archivada") {
		t.Errorf("the CSV is %s; want %q at the start of it, %q in it and no %q in it", csv, utf8BOM+"Nombre;", "'=cmd", "Archivada")
	}
	read, err := importing.Parse([]byte(csv), importing.Options{Country: "ES", Today: "2026-03-26"})
	if err != nil || len(read.Rows) != 1 || read.Rows[0].Phone != ana.Phone || read.Rows[0].Stamps != 3 {
		t.Errorf("the import reads the CSV as %+v, %v; want one, Phone %v and Stamps 3", read.Rows, err, ana.Phone)
	}
	book, err := excelize.OpenReader(bytes.NewReader([]byte(download("xlsx"))))
	if err != nil {
		t.Fatal(err)
	}
	if name, err := book.GetCellValue("Clientes", "A2"); err != nil || name != ana.Name {
		t.Errorf("the workbook has %q, %v; want %q", name, err, ana.Name)
	}
	if formula, err := book.GetCellFormula("Clientes", "A2"); err != nil || formula != "" {
		t.Errorf("the workbook has the formula %q, %v; want none", formula, err)
	}
	card := download("vcf")
	unfoldedCard := strings.ReplaceAll(card, "\r\n ", "")
	for _, want := range []string{`FN:=cmd|'/c calc'!A1\; Ñúñez\, Ana`, "TEL;TYPE=CELL:" + ana.Phone, `NOTE:una\;dos\,tres\ncuatro ñ`} {
		if !strings.Contains(unfoldedCard, want) {
			t.Errorf("%q is missing from %s", want, card)
		}
	}
	for line := range strings.SplitSeq(card, "\r\n") {
		if len(line) > 75 {
			t.Errorf("a line has %d bytes: %s", len(line), line)
		}
	}
}
