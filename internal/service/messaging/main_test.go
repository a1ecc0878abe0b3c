package messaging_test

import (
	"testing"

	"axioma/internal/service/servicetest"
)

func TestMain(m *testing.M) { servicetest.Main(m) }
