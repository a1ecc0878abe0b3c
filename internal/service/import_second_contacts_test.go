package service_test

import (
	"fmt"
	"testing"

	"axioma/internal/service/servicetest"
)

const contactsHeader = "Nombre;Móvil;Teléfono fijo;Correo;Fecha de nacimiento;Sellos\n"

// The first file has both contacts of each customer, and the second has only the one in the note.
func TestImport_SecondContactInTheNote_AddsNoCustomer(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	importText(t, shop, contactsHeader+
		"Ana López;612345742;915551236;;;4\n"+
		"Berta Gil;612345743;;b@x.es, b2@x.es;;2\n"+
		"Juan Ruiz;612345744;915551238;;1960-01-02;1\nJuan Ruiz;612345745;915551238;;1990-05-01;1\n", false)
	servicetest.CustomerWithPhone(t, shop, "Pedro López", "+34915551236")
	const second = contactsHeader +
		"Ana Lopez;;915551236;;;7\n" + // Pedro has this phone as his own
		"berta gil;;;b2@x.es;;3\n" +
		"Eva Ruiz;;915551238;;;5\n" + // another member of the family
		"Juan Ruiz;;915551239;;1988-01-01;5\n" +
		"Juan Ruiz;612345746;915551238;;;5\n" // another mobile beside the landline
	for _, isDry := range []bool{true, false} {
		result := importText(t, shop, second, isDry)
		if result.New != 3 || result.Known != 2 || result.Skipped != 0 || result.OpeningStamps != 15 {
			t.Errorf("dry run %t: %+v %+v; want Ana and Berta known, and three new customers", isDry, result.ImportCounts, result.Skips)
		}
	}
	ana := importedCustomer(t, shop, "612345742")
	if stamps := shop.Progress(ana).Card.Stamps; stamps != 4 {
		t.Errorf("Ana has %d stamps, want the 4 of the first file", stamps)
	}
	if again := importText(t, shop, second, false); again.Known != 5 {
		t.Errorf("the second file again: %+v, want no change", again.ImportCounts)
	}
	shop.MustHoldInvariants(t)
}

func TestImport_SecondContactOfNamesakes_IsDecidedByBirthdayOrSkipped(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	importText(t, shop, contactsHeader+
		"Juan Ruiz;612345744;915551238;;1960-01-02;\nJuan Ruiz;612345745;915551238;;1990-05-01;\n", false)
	result := importText(t, shop, contactsHeader+"Juan Ruiz;;915551238;;1990-05-01;6\n", false)
	if son := importedCustomer(t, shop, "612345745"); result.Merged != 1 || shop.Progress(son).Card.Stamps != 6 {
		t.Errorf("the row of the son counts %+v, and he has %d stamps; want Merged 1 and 6", result.ImportCounts, shop.Progress(son).Card.Stamps)
	}
	const reason = "Varios clientes con este nombre tienen este teléfono o correo. Añade su móvil a la fila."
	result = importText(t, shop, contactsHeader+"Juan Ruiz;;915551238;;;6\n", false)
	if len(result.Skips) != 1 || result.Skips[0].Reason != reason {
		t.Errorf("the row of either counts %+v %+v; want one and Reason %v", result.ImportCounts, result.Skips, reason)
	}
	shop.MustHoldInvariants(t)
}

// The parent has the phone, and the row's birthday is the child's.
func TestImport_NamesakeOfAnotherGeneration_GetsNoStampsOfTheOther(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	importText(t, shop, contactsHeader+"Juan Ruiz;;915551238;;1960-01-02;3\n", false)
	const reason = "Este teléfono es de Juan Ruiz, que tiene otra fecha de nacimiento. Si es la misma persona, márcalo al comprobar el archivo. Si es otra persona, añádela a mano."
	result := importText(t, shop, contactsHeader+"Juan Ruiz;;915551238;;1990-05-01;6\n", false)
	if len(result.Skips) != 1 || result.Skips[0].Reason != reason {
		t.Errorf("the row of the son counts %+v %+v; want one and Reason %v", result.ImportCounts, result.Skips, reason)
	}
	if typo := importText(t, shop, contactsHeader+"Juan Ruiz;;915551238;;1961-01-02;3\n", false); typo.Known != 1 {
		t.Errorf("a mistyped year counts %+v, want the known customer", typo.ImportCounts)
	}
}

// The file is another business's own list, in which the two are records of their own. The batch of the second is later.
func TestImport_RecordsApartInTheFile_KeepTheirStamps(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	list := "Nombre;Teléfono;Notas;Sellos\nJuan Ruiz;612345744;Otro teléfono: +34915551238;4\n"
	for at := range 25 {
		list += fmt.Sprintf("Cliente %d;6123466%02d;;\n", at, at)
	}
	list += "Juan Ruiz;915551238;;6\n"
	for _, isDry := range []bool{true, false} {
		if result := importText(t, shop, list, isDry); result.New != 27 || result.OpeningStamps != 10 {
			t.Errorf("dry run %t: %+v; want 27 new customers with 10 stamps", isDry, result.ImportCounts)
		}
	}
	shop.MustHoldInvariants(t)
}

// The first row of the second file completes the known customer, and the second row is in a later batch.
func TestImport_SecondContactOfACompletedCustomer_AddsNoCustomer(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	importText(t, shop, contactsHeader+"Ana López;612345742;915551236;;;4\n", false)
	second := contactsHeader + "Ana López;612345742;;ana@x.es;;\n"
	for at := range 25 {
		second += fmt.Sprintf("Cliente %d;6123466%02d;;;;\n", at, at)
	}
	second += "Ana López;;915551236;;;6\n"
	for _, isDry := range []bool{true, false} {
		if result := importText(t, shop, second, isDry); result.New != 25 || result.OpeningStamps != 0 {
			t.Errorf("dry run %t: %+v; want 25 new customers without stamps", isDry, result.ImportCounts)
		}
	}
	shop.MustHoldInvariants(t)
}
