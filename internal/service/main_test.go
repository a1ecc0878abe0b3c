package service_test

import (
	"flag"
	"fmt"
	"os"
	"strconv"
	"testing"

	"axioma/internal/service/servicetest"
)

// histories is how many random ones each property test plays, times the effort,
// unless -rapid.checks says otherwise: each step of one writes to a real database.
func histories() int {
	if testing.Short() {
		return 5
	}
	return 30 * servicetest.Effort()
}

func TestMain(m *testing.M) {
	flag.Parse()
	if checks := flag.Lookup("rapid.checks"); checks.Value.String() == checks.DefValue {
		if err := checks.Value.Set(strconv.Itoa(histories())); err != nil {
			fmt.Fprintln(os.Stderr, "setting the number of random histories:", err)
			os.Exit(2)
		}
	}
	os.Exit(m.Run())
}
