package servicetest

import (
	"flag"
	"fmt"
	"os"
	"strconv"
	"testing"

	"axioma/internal/store/storetest"
)

// Main runs a package's tests. Property tests play historyCount histories, or -rapid.checks.
func Main(m *testing.M) {
	flag.Parse()
	if checks := flag.Lookup("rapid.checks"); checks.Value.String() == checks.DefValue {
		if err := checks.Value.Set(strconv.Itoa(historyCount())); err != nil {
			fmt.Fprintln(os.Stderr, "setting the number of random histories:", err)
			os.Exit(2)
		}
	}
	os.Exit(m.Run())
}

// historyCount is the number of histories. It is small: each step writes to a database, at six times the cost on
// PostgreSQL.
func historyCount() int {
	switch {
	case testing.Short():
		return 5
	case storetest.IsPostgres():
		return 10 * Effort()
	default:
		return 30 * Effort()
	}
}
