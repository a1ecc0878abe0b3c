package loyalty_test

import (
	"errors"
	"strings"
	"testing"

	"axioma/internal/loyalty"
)

func TestCheckPassword_GuessablePassword_IsRefused(t *testing.T) {
	t.Parallel()
	knownTexts := []string{"eva.ruiz@barberia-sur.test", "Eva Ruíz Peña", "Eva", "Barbería Sur"}
	for password, want := range map[string]string{
		"123456": "más usadas", "password": "más usadas", "PassWord": "más usadas", "contraseña": "más usadas", "qwertyuiop": "más usadas",
		"barberia123":                "más usadas",
		"eva.ruiz@barberia-sur.test": "correo", "EVA.RUIZ@barberia-sur.test": "correo", "eva-ruiz": "correo", "Evaruiz2026": "correo",
		"evaruizpena": "correo", "Eva-1990": "correo", "barberiasur": "correo", "Barbería Sur 1": "correo",
		"corta": "6 caracteres", strings.Repeat("á", 201): "demasiado larga",
		"Demo-1234": "", "Sureste-1": "", "Clave-1234": "", "Navaja-2026": "", "tijeras de eva": "", "evaristo": "", "5839201746": "", "😀😀😀😀😀😀": "",
		"123456\npassword": "", "kqzm-7xwp": "",
	} {
		err := loyalty.CheckPassword("newPassword", password, loyalty.MinNewPassword, knownTexts...)
		if want == "" && err != nil || want != "" && (!errors.Is(err, loyalty.ErrValidation) || !strings.Contains(err.Error(), want)) {
			t.Errorf("%.40q: %v, want %q", password, err, want)
		}
	}
}

func TestCheckPassword_UnknownFacts_RefuseNothing(t *testing.T) {
	t.Parallel()
	for _, password := range []string{"58392017", "--------", "2026-2027"} {
		if err := loyalty.CheckPassword("password", password, loyalty.MinOwnPassword, "", "2026", " "); err != nil {
			t.Errorf("%q: %v", password, err)
		}
	}
}
