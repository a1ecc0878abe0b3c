package loyalty_test

import (
	"slices"
	"testing"

	"axioma/internal/loyalty"
)

// web/src/lib/openingHours.test.ts has the same examples.
func TestOpeningHours_Lines_JoinEqualDays(t *testing.T) {
	t.Parallel()
	const morning, evening = " 09:30-14:00", " 16:30-20:30"
	split := func(day string) string { return day + morning + "," + day + evening }
	for _, row := range []struct {
		hours loyalty.OpeningHours
		want  []loyalty.WeekLine
	}{
		{"", nil},
		{loyalty.OpeningHours(split("1") + "," + split("2") + "," + split("3") + "," + split("4") + "," + split("5") + ",6 10:00-14:00"), []loyalty.WeekLine{
			{Days: "Lunes a viernes", Hours: "9:30–14:00 y 16:30–20:30"}, {Days: "Sábado", Hours: "10:00–14:00"}, {Days: "Domingo", Hours: "cerrado"},
		}},
		{loyalty.OpeningHours(split("1") + "," + split("3")), []loyalty.WeekLine{
			{Days: "Lunes", Hours: "9:30–14:00 y 16:30–20:30"}, {Days: "Martes", Hours: "cerrado"}, {Days: "Miércoles", Hours: "9:30–14:00 y 16:30–20:30"}, {Days: "Jueves a domingo", Hours: "cerrado"},
		}},
		{"6 08:00-10:00,6 11:00-13:00,6 15:00-17:00,7 08:00-10:00,7 11:00-13:00,7 15:00-17:00", []loyalty.WeekLine{
			{Days: "Lunes a viernes", Hours: "cerrado"}, {Days: "Sábado y domingo", Hours: "8:00–10:00, 11:00–13:00 y 15:00–17:00"},
		}},
	} {
		if got := row.hours.Lines(); !slices.Equal(got, row.want) {
			t.Errorf("%s: got %v, want %v", row.hours, got, row.want)
		}
	}
}
