package httpapi

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"axioma/internal/loyalty"
)

// Spec: product-7, families-6, entities-16, calls-36
func TestServicesReport_Fields_MatchTheSpecification(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana := s.Customer("Ana")
	s.Visits(ana, 2)
	s.Visit(s.Customer("Berta"))
	s.call(asOwner, http.MethodGet, "/reports/services?date=2026-03-26&range=day&q=an", "").has(http.StatusOK,
		`"total":2`, `"items":[{"customerId":"`+ana.ID+`","name":"Ana","day":2,"week":2,"month":2}]`,
		`"window":{"day":{"from":"2026-03-26","to":"2026-03-26"},"week":{"from":"2026-03-23","to":"2026-03-29"},"month":{"from":"2026-03-01","to":"2026-03-31"}}`)
	s.call(asOwner, http.MethodGet, "/reports/services", "").has(http.StatusOK, `"range":"week"`, `"total":3`, `"2026-03-26"`)
	s.call(asOwner, http.MethodGet, "/reports/services?date=2026-03-25&range=day", "").has(http.StatusOK, `"total":0`, `"items":[]`)
	s.call(asOwner, http.MethodGet, "/reports/services/charts?range=day", "").has(http.StatusOK,
		`"came":{"from":"2026-03-23","to":"2026-03-29","visits":3,"customers":2,"newCustomers":2}`,
		`{"day":"2026-03-26","visits":3,"newCustomers":2}`, `"hours":[{"weekday":4,"hour":10,"visits":3}]`,
		`"comparison":{"period":{"from":"2026-03-26","to":"2026-03-26"},"before":{"from":"2026-03-19","to":"2026-03-19"},"visits":3,"visitsBefore":0}`)
}

func TestServicesReport_Pages_ListEachOnce(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for i := range 3 {
		s.Visit(s.Customer(fmt.Sprint("Cliente ", i)))
	}
	var first, second ServicesReport
	s.call(asOwner, http.MethodGet, "/reports/services?limit=2", "").has(http.StatusOK).into(&first)
	s.call(asOwner, http.MethodGet, "/reports/services?limit=2&cursor="+*first.NextCursor, "").has(http.StatusOK).into(&second)
	if len(first.Items) != 2 || len(second.Items) != 1 || second.Items[0].Name != "Cliente 2" || second.NextCursor != nil || second.Total != 3 || second.Customers != 3 {
		t.Errorf("the pages are %+v, then %+v; want two customers and then Cliente 2, with both totals 3", first, second)
	}
}

// Spec: limits-21
func TestServicesReport_InvalidParameters_AreRefused(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, path := range []string{"/reports/services", "/reports/services/charts", "/reports/services/file"} {
		for _, parameter := range []string{"date=ayer", "date=2026-02-30", "date=9999-12-31", "date=%00", "date=" + strings.Repeat("1", 21), "range=year", "range=DAY"} {
			s.mustRefuseParameter(path, parameter)
		}
	}
	for _, parameter := range []string{
		"limit=0", "limit=1001", "limit=mil", "cursor=x", "cursor=WyJhIl0", "cursor=WyJhIiwiYiIsImMiXQ", "q=%ff", "q=" + strings.Repeat("a", 201),
	} {
		s.mustRefuseParameter("/reports/services", parameter)
	}
	s.mustRefuseParameter("/reports/services/file", "format=pdf")
}

func (s *site) mustRefuseParameter(path, parameter string) {
	s.t.Helper()
	got := s.call(asOwner, http.MethodGet, addParameter(path, parameter), "")
	if got.status < 400 || got.status >= 500 {
		s.t.Errorf("%s with %.40s: got %d, want 4xx: %s", path, parameter, got.status, got.body)
		return
	}
	got.problem()
}

var formulas = []string{`=HYPERLINK("evil";"Ana")`, "+34 600", "-1+1", "@SUM(A1)", "＝1+1"}

func TestServicesReport_CSV_IsForSpanishSpreadsheets(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, name := range append(formulas, "Ñoño; \"el\" niño", "x,=1+1,y") {
		s.Visit(s.Customer(name))
	}
	got := s.call(asOwner, http.MethodGet, "/reports/services/file?range=month&date=2026-03-26", "").has(http.StatusOK)
	if got.header.Get("Content-Type") != "text/csv; charset=utf-8" || got.header.Get("Content-Disposition") != `attachment; filename="servicios-mes-2026-03-26.csv"` {
		t.Errorf("the headers are %v, want a CSV file named after month and day", got.header)
	}
	text, marked := strings.CutPrefix(got.body, "\ufeff")
	reader := csv.NewReader(strings.NewReader(text))
	reader.Comma = ';'
	rows, err := reader.ReadAll()
	if err != nil || !marked || len(rows) != len(formulas)+3 {
		t.Fatalf("the file has %d rows, %v, and a byte order mark: %t. It is %s; want a byte order mark and all rows", len(rows), err, marked, got.body)
	}
	if head := strings.Join(rows[0], "|"); head != "Cliente|Día 2026-03-26|Semana 2026-03-23 a 2026-03-29|Mes 2026-03-01 a 2026-03-31" {
		t.Errorf("the header row is %q; want customer, day, week and month", head)
	}
	seenRows := map[string]bool{}
	for _, row := range rows[1:] {
		seenRows[strings.Join(row, "|")] = true
	}
	for _, name := range formulas {
		if !seenRows["'"+name+"|1|1|1"] {
			t.Errorf("%q could be read as a formula: %v", name, rows)
		}
	}
	if !seenRows["x,'=1+1,y|1|1|1"] {
		t.Errorf("a name is a formula where commas separate: %v", rows)
	}
	if !seenRows[`Ñoño; "el" niño|1|1|1`] {
		t.Errorf("a name with a separator is cut: %v", rows)
	}
}

func TestServicesReport_XLSX_HasNumbersAndTexts(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, name := range formulas {
		s.Visit(s.Customer(name))
	}
	s.Visits(s.Customer("Ana"), 2)
	got := s.call(asOwner, http.MethodGet, "/reports/services/file?format=xlsx", "").has(http.StatusOK)
	if want := `attachment; filename="servicios-semana-2026-03-26.xlsx"`; got.header.Get("Content-Disposition") != want {
		t.Errorf("the file is named %q, want %q", got.header.Get("Content-Disposition"), want)
	}
	book, err := excelize.OpenReader(bytes.NewReader([]byte(got.body)))
	if err != nil {
		t.Fatalf("opening the workbook: %v", err)
	}
	rows, err := book.GetRows("Servicios")
	if err != nil || len(rows) != len(formulas)+2 || strings.Join(rows[1], "|") != "Ana|2|2|2" {
		t.Fatalf("the rows are %v, %v; want Ana with 2 visits in each", rows, err)
	}
	names := map[string]bool{}
	for row := 2; row <= len(formulas)+2; row++ {
		cell := fmt.Sprint("A", row)
		name, err := book.GetCellValue("Servicios", cell)
		formula, formulaErr := book.GetCellFormula("Servicios", cell)
		if err != nil || formulaErr != nil || formula != "" {
			t.Errorf("%s is the formula %q (%v, %v)", cell, formula, err, formulaErr)
		}
		names[name] = true
		if kind, err := book.GetCellType("Servicios", fmt.Sprint("B", row)); err != nil || kind == excelize.CellTypeInlineString {
			t.Errorf("the count in row %d is a text (%v)", row, err)
		}
	}
	for _, name := range formulas {
		if !names[name] {
			t.Errorf("the name %q is missing or changed: %v", name, names)
		}
	}
}

func TestServicesReport_Files_HaveAllMatches(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.Visit(s.Customer("Ana"))
	s.Visit(s.Customer("Berta"))
	s.call(asOwner, http.MethodGet, "/reports/services/file?q=ana", "").has(http.StatusOK, "Ana;1;1;1").lacks("Berta")
}

func TestWeek_Response_HasAllParts(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana := s.Customer("Ana")
	s.Visits(ana, 10)
	s.call(asAdmin, http.MethodGet, "/business/week", "").has(http.StatusOK,
		`"today":{"from":"2026-03-26","to":"2026-03-26","visits":10,"customers":1,"newCustomers":1}`,
		`"this":{"from":"2026-03-23","to":"2026-03-26","visits":10,"customers":1,"newCustomers":1}`, `"before":{"from":"2026-03-16","to":"2026-03-19"`,
		`"givenToday":0`, `"owed":{"free":1,"half":1,"others":0,"customers":1,"value":0}`, `"lost":{"total":0,"items":[]}`, `"name":"OWNER","authorized":9,"deleted":0`)
	const day = 24 * time.Hour
	for range 2 {
		s.Clock.Advance(day)
		s.Visit(ana)
	}
	s.Clock.Advance(35 * day)
	s.call(asAdmin, http.MethodGet, "/business/week", "").has(http.StatusOK, `"overrides":[]`,
		`"lost":{"total":1,"items":[{"customerId":"`+ana.ID+`","name":"Ana","phone":"`+ana.Phone+`","lastVisitAt":"2026-03-28T09:00:00Z","usualGapDays":1,"silentDays":35,"greetedAt":null,"greetingUndoableUntil":null,"mayGreet":false,"greeting":"NO_CONSENT"}]}`)
	if _, err := s.Redeem(ana, loyalty.RewardFree); err != nil {
		t.Fatal(err)
	}
	s.call(asAdmin, http.MethodGet, "/business/week", "").has(http.StatusOK, `"givenToday":1`, `"owed":{"free":0,"half":1,"others":0,"customers":1,"value":0}`)
}
