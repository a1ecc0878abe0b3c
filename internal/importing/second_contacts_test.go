package importing

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

const contactsHeader = "Nombre;Móvil;Teléfono fijo;Correo;Fecha de nacimiento;Sellos\n"

// summaryOf shows each row as 'numbers name phone+others email+others stamps'.
func summaryOf(file File) (rows []string) {
	for _, row := range file.Rows {
		numbers := append([]int{row.Number}, row.Duplicates...)
		phones := strings.Join(append([]string{row.Phone}, row.OtherPhones...), "+")
		emails := strings.Join(append([]string{row.Email}, row.OtherEmails...), "+")
		rows = append(rows, strings.TrimSpace(fmt.Sprint(numbers, " ", row.Name, " ", strings.ReplaceAll(phones, "+34", ""), " ", row.Stamps, " ", emails)))
	}
	for _, skippedRow := range file.SkippedRows {
		rows = append(rows, fmt.Sprint(skippedRow.Row, " skipped"))
	}
	return rows
}

func TestParse_RowsWithOneSecondContact_AreOneCustomer(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ rows, want []string }{
		"landline last": {
			[]string{"Ana López;612345742;915551236;;;4", "Ana López;;915551236;;;7"},
			[]string{"[2 3] Ana López 612345742+915551236 7"},
		},
		"landline first": {
			[]string{"Ana López;;915551236;;;7", "Ana López;612345742;915551236;;;4"},
			[]string{"[2 3] Ana López 612345742+915551236 7"},
		},
		"landline first and last": {
			[]string{"Ana;;915551236;;;7", "Ana López;612345742;915551236;;;4", "ana lopez;;915551236;;;9"},
			[]string{"[2 3 4] Ana López 612345742+915551236 9"},
		},
		"e-mail last": {
			[]string{"Ana López;612345742;;a@x.es, b@x.es;;", "Ana López;;;b@x.es;;5"},
			[]string{"[2 3] Ana López 612345742 5 a@x.es+b@x.es"},
		},
		"e-mail first": {
			[]string{"Ana López;;;b@x.es;;5", "Ana López;612345742;;a@x.es, b@x.es;;"},
			[]string{"[2 3] Ana López 612345742 5 a@x.es+b@x.es"},
		},
		"one phone, two e-mails": {
			[]string{"Ana López;612345742;;a@x.es;;", "Ana López;612345742;;b@x.es;;"},
			[]string{"[2 3] Ana López 612345742 0 a@x.es+b@x.es"},
		},
		"landline of the family": {
			[]string{"Ana López;612345742;915551236;;;4", "Eva López;612345743;915551236;;;1", "Pedro López;;915551236;;;2"},
			[]string{"[2] Ana López 612345742+915551236 4", "[3] Eva López 612345743+915551236 1", "[4] Pedro López 915551236 2"},
		},
		"landline of another member": {
			[]string{"Pedro López;;915551236;;;2", "Ana López;;915551236;;;4", "Ana López;612345742;915551236;;;4"},
			[]string{"[2] Pedro López 915551236 2", "[3 4] Ana López 612345742+915551236 4"},
		},
		"namesakes with one landline": {
			[]string{"Juan Gil;;915551236;;;2", "Juan Gil;612345742;915551236;;;4", "Juan Gil;612345743;915551236;;;6"},
			[]string{"[3] Juan Gil 612345742+915551236 4", "[4] Juan Gil 612345743+915551236 6", "2 skipped"},
		},
		"namesakes with one landline and birthdays": {
			[]string{"Juan Gil;;915551236;;1990-05-01;2", "Juan Gil;612345742;915551236;;1960-01-02;4", "Juan Gil;612345743;915551236;;;6"},
			[]string{"[2 4] Juan Gil 612345743+915551236 6", "[3] Juan Gil 612345742+915551236 4"},
		},
		"landline before two rows of its owner": {
			[]string{"Ana López;;915551236;;;2", "Ana López;612345742;915551236, 915551237;;;4", "Ana López;;915551237, 915551236;;;6"},
			[]string{"[2 3 4] Ana López 612345742+915551236+915551237 6"},
		},
		"namesakes with one phone and birthdays": {
			[]string{"Juan Gil;;915551236;;1990-05-01;2", "Juan Gil;;915551236;;1960-01-02;4"},
			[]string{"[2] Juan Gil 915551236 2", "3 skipped"},
		},
	} {
		file := mustParse(t, []byte(contactsHeader+strings.Join(c.rows, "\n")))
		if got := summaryOf(file); !slices.Equal(got, c.want) {
			t.Errorf("%s: the rows become\n%s\nwant\n%s", name, strings.Join(got, "\n"), strings.Join(c.want, "\n"))
		}
	}
}

func TestParse_JoinedRows_AreNoticedWithAllContacts(t *testing.T) {
	t.Parallel()
	file := mustParse(t, []byte(contactsHeader+"Ana López;;915551236;a@x.es;;\nAna López;612345742;915551236;b@x.es;;"))
	if got, want := file.Rows[0].Note, "Otro teléfono: +34915551236\nOtro correo: a@x.es"; got != want {
		t.Errorf("the note is %q, want %q", got, want)
	}
	if !slices.ContainsFunc(file.Notices, func(n string) bool { return strings.HasPrefix(n, "Filas repetidas que se han unido en una (1;") }) {
		t.Errorf("the notices are %q, want one about the joined row", file.Notices)
	}
}

// A program may write the shop's own landline or e-mail for every customer. With 20,000 rows, comparing all pairs took an hour.
func TestParse_PlaceholderOfAllRows_JoinsNoRows(t *testing.T) {
	t.Parallel()
	const rows = 1_000
	var landlines, emails strings.Builder
	landlines.WriteString(contactsHeader)
	emails.WriteString(contactsHeader)
	for i := range rows / 2 {
		fmt.Fprintf(&landlines, "Ana%d López;6123%05d;915551236;;;4\n", i, i)
		fmt.Fprintf(&emails, "Ana%d López;6123%05d;;no@tiene.es;;4\n", i, i)
	}
	for i := range rows / 2 {
		fmt.Fprintf(&landlines, "Ana%d López;;915551236;;;4\n", i)
		fmt.Fprintf(&emails, "Eva%d Gil;;;no@tiene.es;;4\n", i)
	}
	for text, want := range map[string]int{landlines.String(): rows/2 + 1, emails.String(): rows / 2} {
		file := mustParse(t, []byte(text))
		if len(file.Rows) != want || len(file.SkippedRows) != rows-want {
			t.Errorf("%d rows and %d skipped, want %d rows", len(file.Rows), len(file.SkippedRows), want)
		}
	}
}
