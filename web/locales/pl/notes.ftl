## Uwagi

notes-title = Warto wiedzieć
notes-avg = sum to nie avg
notes-avg-text = avg to suma dzielona przez N = { $ranks }, tylko raz, gdy jest już pełna. Przy sum gradienty z { $ranks } rang wychodzą { $ranks } razy większe. Dla int32 i int64 avg odrzuca część ułamkową.
notes-zero = Gdzie się to stosuje: ZeRO
notes-zero-text = Reduce-scatter dostarcza każdy fragment gradientu jego właścicielowi. Właściciel aktualizuje swoją część parametrów. All-gather zbiera zaktualizowane parametry. Na tej stronie nie ma kroku optymalizatora, więc all-gather zbiera same sumy.
notes-layout = Dlaczego ranga r dostaje fragment r
notes-layout-text = Na pierścieniu ranga r wysyła najpierw fragment r − 1. Dlatego fragment r dociera do rangi r już gotowy, jak w NCCL. Podręcznikowe „najpierw wyślij fragment r” zostawia u rangi r fragment r + 1.
notes-order = Inna kolejność, inne bity
notes-order-text = Sumy liczb zmiennoprzecinkowych są zaokrąglane po każdym dodawaniu. Dlatego inny algorytm albo inna liczba rang może dać inne bity. MPI zaleca jedynie, by to samo wywołanie dawało za każdym razem ten sam wynik.
notes-share = count to udział jednej rangi
notes-share-text = { $collective ->
    [scatter] sendcount i recvcount w MPI_Scatter mówią, ile dostaje jedna ranga, a nie ile leży u korzenia, czyli N = { $ranks } razy więcej.
    [gather] sendcount i recvcount w MPI_Gather mówią, ile wnosi jedna ranga, a nie ile przychodzi do korzenia, czyli N = { $ranks } razy więcej.
   *[all_gather] sendcount w NCCL, podobnie jak obie liczby w MPI_Allgather, mówi, ile wnosi jedna ranga, a nie ile przychodzi, czyli N = { $ranks } razy więcej.
} Duży bufor musi pomieścić wszystko.
notes-in-place = W miejscu, z przesunięciem
notes-in-place-text = NCCL zbiera w miejscu, gdy sendbuff rangi r jest jej własnym miejscem w wyniku: recvbuff + r · sendcount. MPI ma na to osobne słowo, MPI_IN_PLACE.
notes-at-root = Liczy się tylko wynik u korzenia
notes-at-root-text = { $collective ->
    [reduce] MPI patrzy na recvbuf tylko u korzenia, a ncclReduce przyjmuje gdzie indziej NULL.
   *[other] MPI patrzy na recvbuf i recvcount tylko u korzenia; gdzie indziej mogą być dowolne.
} Wszystkie rangi muszą podać ten sam korzeń.
notes-begin = Gdzie się to stosuje: wspólny początek
notes-begin-text = DistributedDataParallel z PyTorcha zaczyna od rozesłania modelu rangi 0. Wszystkie rangi zaczynają więc z tymi samymi parametrami. Dalej równość utrzymuje all-reduce.
notes-buffers = Jeden bufor albo dwa
notes-buffers-text = MPI_Bcast ma jeden bufor: korzeń z niego wysyła, pozostałe rangi do niego odbierają. ncclBroadcast ma dwa, ale sendbuff liczy się tylko u korzenia. ncclBcast to starsza postać, z jednym buforem.
notes-apart = To nie bariera
notes-apart-text = Ranga może skończyć, zanim inne w ogóle zaczną. Korzeń, który tylko wysyła, nie musi czekać na odbiór. Żeby poczekać na wszystkich, wywołaj barierę.
notes-since = W NCCL od wersji 2.28
notes-since-text = ncclAlltoAll, ncclGather i ncclScatter pojawiły się w NCCL 2.28. Wcześniej programy umieszczały ncclSend i ncclRecv między ncclGroupStart a ncclGroupEnd. To nadal działa.
notes-experts = Gdzie się to stosuje: mieszanka ekspertów
notes-experts-text = Tokeny trafiają do rang, które mają ich ekspertów. Drugie all-to-all przynosi odpowiedzi z powrotem. Eksperci nie są jednakowo obciążeni, więc prawdziwe programy potrzebują osobnej liczby elementów dla każdej pary, jak w MPI_Alltoallv.
notes-block = count dotyczy jednego bloku
notes-block-text = MPI_Alltoall i ncclAlltoAll liczą elementy jednego bloku. Każdy bufor mieści N = { $ranks } bloków. Blok rangi dla niej samej też ma tam miejsce, choć nic się dla niego nie wysyła.
notes-offsets = Gdzie się to stosuje: przesunięcia
notes-offsets-text = Każda ranga ma pewną liczbę elementów dla wspólnego pliku lub wspólnej tablicy. Exclusive scan z tych liczb mówi każdej, gdzie zaczynają się jej elementy. Zwykły scan mówi, gdzie się kończą.
notes-first = Ranga 0 w exclusive scan
notes-first-text = Przed rangą 0 nie ma nikogo, więc MPI_Exscan zostawia jej recvbuf nieokreślony. Program, który potrzebuje tam elementu neutralnego, na przykład 0 dla sum, wpisuje go sam.
notes-mpi-only = Jest w MPI, nie ma w NCCL
notes-mpi-only-text = MPI_Scan i MPI_Exscan nie mają odpowiednika w NCCL. Między GPU scan składa się z innych wywołań. Na przykład: all-gather zbiera sumy wszystkich rang, a potem każda dodaje sumy sprzed swojej.
